import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { decodePages } from "./decode-pages.ts";
import { readQr } from "./read-qr.ts";

const sample = (name: string) => readFile(new URL(`../testdata/heic/${name}.heic`, import.meta.url));

async function pageOf(bytes: Uint8Array, options = {}) {
  const file = await decodePages(bytes, options);
  if (!file.ok) return file.failure;
  expect(file.pageCount).toBe(1);
  const { value } = await file.pages.next();
  if (!value) throw new Error("no page");
  return value.ok ? value.image : value.failure;
}

it("reads a page and its QR code, shrunk as asked for", async () => {
  const image = await pageOf(await sample("page"), { longSide: 1500 });
  if ("code" in image) throw new Error(image.code);
  expect([image.width, image.height, image.pictureWidth, image.pictureHeight]).toEqual([1500, 1060, 1754, 1240]);
  expect((await readQr(image))?.text).toContain("/student-upload/sample-quiz?");
});

it("takes each picture for a page, the main one first, but no thumbnails and other codings", async () => {
  const bytes = await sample("pages");
  async function pages(options = {}) {
    const file = await decodePages(bytes, options);
    if (!file.ok) return file.failure;
    const found: unknown[] = [];
    for await (const decoded of file.pages) {
      if (!decoded.ok) throw new Error(decoded.failure.code);
      const { width, height, rgb } = decoded.image;
      const middle = (100 * width + 100) * 3;
      found.push([decoded.page, width, height, [...rgb.subarray(middle, middle + 3)].map((value) => value > 128)]);
    }
    return found;
  }
  const blue = [1, 300, 240, [false, false, true]];
  const red = [2, 320, 200, [true, false, false]];
  expect(await pages()).toEqual([blue, red]);
  expect(await pages({ wanted: (page: number) => page === 2 })).toEqual([red]);
  expect(await pages({ maxPages: 1 })).toEqual({
    code: "too-many-pages",
    message: "The HEIC file has 2 pages; at most 1 are read. Save it with fewer pages.",
  });
});

it("is upright, as the file says that it must be turned", async () => {
  // Red left and blue right, to be turned clockwise.
  const image = await pageOf(await sample("turned"));
  if ("code" in image) throw new Error(image.code);
  expect([image.width, image.height]).toEqual([48, 64]);
  const [red = 0, , blue = 0] = image.rgb;
  expect([red > 230, blue < 30]).toEqual([true, true]);
  expect(image.rgb.at(-1)).toBeGreaterThan(230);
});

it("shows transparent parts as white", async () => {
  const image = await pageOf(await sample("transparent"));
  if ("code" in image) throw new Error(image.code);
  // A black line through the middle, on nothing.
  const at = (y: number) => image.rgb[(y * image.width + 32) * 3]!;
  expect([at(4) > 230, at(24) < 30, at(44) > 230]).toEqual([true, true, true]);
});

it("says that a damaged picture is damaged, wherever it is, and writes nothing to the terminal", async () => {
  const written = vi.spyOn(console, "log");
  const whole = await sample("page");
  for (const part of [0.0005, 0.005, 0.01, 0.3, 0.9]) {
    const bytes = whole.subarray(0, Math.max(12, Math.round(part * whole.length)));
    expect(await pageOf(bytes), `${bytes.length} bytes`).toMatchObject({ code: "damaged-picture" });
  }
  const broken = Buffer.from(whole);
  for (let at = 100; at < 3000; at += 37) broken[at] = 0xff;
  expect(await pageOf(broken)).toMatchObject({ code: "damaged-picture" });
  expect(written).not.toHaveBeenCalled();
});

it("puts a phone's tiles together, and calls the picture damaged if one is lost", async () => {
  const whole = await sample("grid");
  const image = await pageOf(whole);
  if ("code" in image) throw new Error(image.code);
  expect([image.width, image.height]).toEqual([240, 120]);
  expect([image.rgb[0]! > 230, image.rgb.at(-1)! > 230]).toEqual([true, true]);
  const lost = Buffer.from(whole);
  const tiles = lost.indexOf("mdat") + 4;
  lost.fill(0, (tiles + lost.length) / 2, lost.length - 16);
  expect(await pageOf(lost)).toMatchObject({ code: "damaged-picture" });
});

it("refuses a picture that would take too much memory before it is decoded", async () => {
  expect(await pageOf(await sample("page"), { wholePictureBytes: 6_000_000 })).toEqual({
    code: "picture-too-large",
    message:
      "The picture has 1754 x 1240 pixels; as a HEIC picture it may have at most 1 megapixels. Save it smaller, or as a JPG that is not progressive.",
  });
});
