import { expect, it } from "vitest";
import { generator } from "../testdata/render/random.ts";
import { enlargeImage, shrinkImage } from "./shrink-image.ts";

function image(width: number, height: number, value: (i: number) => number) {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => value(i));
  return { width, height, rgb, pictureWidth: width * 2, pictureHeight: height * 2 };
}

it("averages whole blocks", () => {
  const small = shrinkImage(
    image(4, 2, (i) => [0, 100, 20, 40, 200, 100, 20, 40][Math.floor(i / 3)] ?? 0),
    2,
  );
  expect([small.width, small.height]).toEqual([2, 1]);
  expect([...small.rgb]).toEqual([100, 100, 100, 30, 30, 30]);
});

it("keeps the mean at any ratio, and the picture's own size", () => {
  const random = generator(5);
  const full = image(301, 199, () => Math.floor(random() * 256));
  const small = shrinkImage(full, 211);
  expect([small.width, small.height, small.pictureWidth]).toEqual([211, 139, 602]);
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(Math.abs(mean(small.rgb) - mean(full.rgb))).toBeLessThan(0.5);
});

it("keeps an even picture even, to the last pixel", () => {
  for (const longSide of [7, 50, 63, 99]) {
    expect(
      new Set(
        shrinkImage(
          image(100, 60, () => 137),
          longSide,
        ).rgb,
      ),
    ).toEqual(new Set([137]));
  }
});

it("leaves a small image as it is", () => {
  const small = image(30, 20, () => 9);
  expect(shrinkImage(small, 30)).toBe(small);
});

it("enlarges a small image with its brightness, its edges in place, and the picture's own size", () => {
  const half = image(40, 20, (i) => (Math.floor(i / 3) % 40 < 20 ? 40 : 200));
  const large = enlargeImage(half, 90);
  expect([large.width, large.height, large.pictureWidth]).toEqual([90, 45, 80]);
  const row = Array.from({ length: 90 }, (_, x) => large.rgb[3 * (90 * 22 + x)]!);
  expect(new Set(row.slice(0, 40))).toEqual(new Set([40]));
  expect(new Set(row.slice(50))).toEqual(new Set([200]));
  expect(row.findIndex((value) => value >= 120)).toBe(45);
});

it("does not enlarge one that is large enough", () => {
  const large = image(30, 20, () => 9);
  expect(enlargeImage(large, 30)).toBe(large);
});
