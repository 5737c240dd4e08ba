import sharp from "sharp";
import { expect, it } from "vitest";
import { redrawQuestionPicture } from "./redraw-picture.ts";

const plain = sharp({ create: { width: 1600, height: 400, channels: 4, background: "#0000" } });

it("keeps the pixels alone: upright, on white, and no larger than is printed", async () => {
  const photo = await plain
    .clone()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Ana" } })
    .toBuffer();
  const redrawn = await sharp((await redrawQuestionPicture(photo))!).metadata();
  expect(redrawn).toMatchObject({ format: "jpeg", width: 300, height: 1200 });
  expect(redrawn.exif).toBeUndefined();
  const clear = await sharp((await redrawQuestionPicture(await plain.clone().png().toBuffer()))!).stats();
  expect(clear.channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

it("makes a JPEG of a PNG that is a photo", async () => {
  const noise = sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  expect((await sharp((await redrawQuestionPicture(await noise.png().toBuffer()))!).metadata()).format).toBe("jpeg");
});

it("takes no other file, no damaged one and none of more than 50 megapixels", async () => {
  const png = await plain.clone().png().toBuffer();
  expect(await redrawQuestionPicture(await plain.clone().webp().toBuffer())).toBeNull();
  expect(await redrawQuestionPicture(png.subarray(0, png.length / 2))).toBeNull();
  expect(await redrawQuestionPicture(Buffer.from("<svg/>"))).toBeNull();
  const huge = sharp({ create: { width: 10_000, height: 5100, channels: 3, background: "white" } });
  expect(await redrawQuestionPicture(await huge.png({ compressionLevel: 1 }).toBuffer())).toBeNull();
});
