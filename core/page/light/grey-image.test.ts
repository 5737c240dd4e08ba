import { expect, it } from "vitest";
import { greyImage } from "./grey-image.ts";

function image(width: number, height: number, pixel: (i: number) => readonly [number, number, number]) {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(pixel(i), i * 3);
  return { width, height, rgb, pictureWidth: width, pictureHeight: height };
}

it("averages whole blocks and drops what is left over", () => {
  const small = greyImage(
    image(5, 2, (i) => {
      const value = [0, 100, 20, 40, 255, 200, 100, 20, 40, 255][i]!;
      return [value, value, value];
    }),
    2,
  );
  expect([small.width, small.height, small.step]).toEqual([2, 1, 2]);
  expect([...small.grey]).toEqual([100, 30]);
});

it("weighs green as much as red and blue together", () => {
  expect([
    ...greyImage(
      image(1, 1, () => [40, 100, 80]),
      800,
    ).grey,
  ]).toEqual([80]);
});

it("never goes below the wanted side", () => {
  const step = (width: number) =>
    greyImage(
      image(width, 1, () => [1, 1, 1]),
      800,
    ).step;
  expect([799, 1599, 1600, 2400].map(step)).toEqual([1, 1, 2, 3]);
});
