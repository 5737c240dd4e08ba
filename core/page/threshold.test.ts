import { expect, test } from "vitest";
import type { PageImage } from "../scan/page-image.ts";
import { filteredPicture, thresholdInk } from "./threshold.ts";

/** A row of grey pixels. */
function row(...greys: number[]): PageImage {
  const rgb = Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey]));
  return { width: greys.length, height: 1, rgb, pictureWidth: greys.length, pictureHeight: 1 };
}

test("ink is what is darker than the threshold", () => {
  expect([...thresholdInk(row(0, 126, 127, 255), 127)]).toEqual([255, 255, 0, 0]);
  expect([...thresholdInk(row(0, 255), 0)]).toEqual([0, 0]);
  expect([...thresholdInk(row(0, 254, 255), 255)]).toEqual([255, 255, 0]);
});

test("colours count by their brightness", () => {
  const rgb = Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255]);
  const image = { width: 3, height: 1, rgb, pictureWidth: 3, pictureHeight: 1 };
  expect([...thresholdInk(image, 127)]).toEqual([255, 0, 255]);
});

test("the filtered picture is black on white, of the image's size", () => {
  expect([...filteredPicture(row(0, 200), 127)]).toEqual([0, 255]);
});

test("the automatic filter keeps a stroke in shadow and loses the shadow; a fixed one does not", () => {
  const width = 240;
  const height = 120;
  const rgb = new Uint8Array(width * height * 3);
  const place = (x: number, y: number) => (y * width + x) * 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 230 - (150 * x) / width;
      const isStroke = y >= 58 && y < 62 && x > 10 && x < 230;
      rgb.fill(isStroke ? light * 0.3 : light, place(x, y), place(x, y) + 3);
    }
  }
  const image = { width, height, rgb, pictureWidth: width, pictureHeight: height };
  const at = (picture: Uint8Array, x: number, y: number) => picture[y * width + x]!;
  const auto = filteredPicture(image, "auto");
  expect([at(auto, 40, 60), at(auto, 200, 60)].every((value) => value < 80)).toBe(true);
  expect([at(auto, 40, 20), at(auto, 200, 20)]).toEqual([255, 255]);
  const fixed = filteredPicture(image, 127);
  expect([at(fixed, 40, 60), at(fixed, 200, 20)]).toEqual([0, 0]);
});

test("a page without ink is white", () => {
  const blank = row(...Array.from({ length: 64 }, () => 250));
  expect(new Set(filteredPicture(blank, "auto"))).toEqual(new Set([255]));
});
