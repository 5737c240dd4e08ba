import qrcode from "qrcode";
import sharp from "sharp";
import { expect, it } from "vitest";
import { simulatePhoto, turnedCorners } from "../testdata/simulate-photo.ts";
import type { PageImage } from "./page-image.ts";
import { readQr, readQrCodes } from "./read-qr.ts";
import { turnImage, turnOfQr } from "./turn-image.ts";
import { withoutQrCodes } from "./without-qr.ts";

const TEXT = "https://circuitgrade.example.edu/student-upload/V1StGXR8?v=1&i=1&s=abc";

/** A white sheet of 600 x 400 with a code `size` px wide at 60, 40. */
async function sheet(size: number): Promise<PageImage> {
  const code = await qrcode.toBuffer(TEXT, { width: size, margin: 0 });
  const page = sharp({ create: { width: 600, height: 400, channels: 3, background: "white" } });
  const rgb = await page
    .composite([{ input: await sharp(code).resize(size).toBuffer(), left: 60, top: 40 }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width: 600, height: 400, rgb: new Uint8Array(rgb), pictureWidth: 1200, pictureHeight: 800 };
}

it("reads a code and returns its place in the picture", async () => {
  const qr = await readQr(await sheet(200));
  expect(qr?.text).toBe(TEXT);
  const expected = [
    [120, 80],
    [520, 80],
    [520, 480],
    [120, 480],
  ];
  for (const [i, [x = 0, y = 0]] of expected.entries()) {
    expect(Math.hypot(qr!.corners[i]!.x - x, qr!.corners[i]!.y - y)).toBeLessThan(8);
  }
});

it.each([30, 90, 180, 215])("reads a photo turned by %i°, its corners turned alike", async (degrees) => {
  const photo = { width: 800, height: 700 };
  const corners = turnedCorners(photo, { degrees, size: { width: 570, height: 380 } });
  const qr = await readQr(simulatePhoto(await sheet(200), { ...photo, corners, noise: 4, blur: 1, falloff: 0.4 }));
  expect(qr?.text).toBe(TEXT);
  const [topLeft, topRight] = qr!.corners;
  const turn = (Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) * 180) / Math.PI;
  expect(Math.abs(((turn - degrees + 540) % 360) - 180)).toBeLessThan(5);
});

it.each([0, 1, 2, 3, 4, 5, 6, 7] as const)(
  "knows what makes a page upright that was changed by turn %i",
  async (turn) => {
    const upright = await sheet(200);
    const changed = turnImage(upright, turn);
    const qr = await readQr(changed);
    const again = turnImage(changed, turnOfQr(qr!));
    expect(again.width).toBe(600);
    expect(Buffer.compare(again.rgb, upright.rgb)).toBe(0);
  },
);

it("reads a light code on a dark ground, as a tablet's dark mode shows it", async () => {
  const plain = await sheet(200);
  const qr = await readQr({ ...plain, rgb: plain.rgb.map((value) => 255 - value) });
  expect(qr?.text).toBe(TEXT);
});

it("gives null if there is no code", async () => {
  const blank = {
    width: 300,
    height: 300,
    rgb: new Uint8Array(270_000).fill(250),
    pictureWidth: 300,
    pictureHeight: 300,
  };
  expect(await readQr(blank)).toBeNull();
});

/** A page of 1200 x 1600 with codes at these places, each of `side` pixels and turned. */
async function pageWithCodes(
  codes: readonly { text: string; side: number; degrees: number; left: number; top: number; blur?: number }[],
): Promise<PageImage> {
  const layers = codes.map(async ({ text, side, degrees, left, top, blur }) => {
    const code = sharp(await qrcode.toBuffer(text, { width: side, margin: 2 })).resize(side, side);
    const turned = sharp(await code.rotate(degrees, { background: "white" }).png().toBuffer());
    return { input: await (blur === undefined ? turned : turned.blur(blur)).toBuffer(), left, top };
  });
  const size = { width: 1200, height: 1600 };
  const page = sharp({ create: { ...size, channels: 3, background: "white" } }).composite(await Promise.all(layers));
  const rgb = new Uint8Array(await page.removeAlpha().raw().toBuffer());
  return { ...size, rgb, pictureWidth: size.width, pictureHeight: size.height };
}

it.each([
  [200, 0, 200, 0],
  [260, 90, 140, 20],
  [160, 180, 320, 45],
  [300, 12, 120, 270],
])("reads and blanks two codes of %i px at %i° and %i px at %i°", async (side, degrees, otherSide, otherDegrees) => {
  const image = await pageWithCodes([
    { text: TEXT, side, degrees, left: 60, top: 60 },
    { text: "https://example.org/a-sticker", side: otherSide, degrees: otherDegrees, left: 650, top: 1000 },
  ]);
  const { codes, isBlurred } = await readQrCodes(image);
  expect([codes.map(({ text }) => text).sort(), isBlurred]).toEqual([
    [TEXT, "https://example.org/a-sticker"].sort(),
    false,
  ]);
  const blank = withoutQrCodes(image, codes);
  expect((await readQrCodes(blank)).codes).toEqual([]);
  expect(blank.rgb.filter((value) => value < 128).length).toBe(0);
});

it("distinguishes a blurred code from none", async () => {
  const blurred = await pageWithCodes([{ text: TEXT, side: 300, degrees: 0, left: 100, top: 100, blur: 4.5 }]);
  expect(await readQrCodes(blurred)).toEqual({ codes: [], isBlurred: true });
  expect(await readQrCodes(await pageWithCodes([]))).toEqual({ codes: [], isBlurred: false });
});
