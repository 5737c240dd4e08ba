import { expect, it } from "vitest";
import type { PageImage } from "./page-image.ts";
import { type Quarters, turnImage, turnOfDirection, turnOfQr } from "./turn-image.ts";

/** Rows of letters as an image, one letter per pixel. */
function imageOf(rows: readonly string[]): PageImage {
  const width = rows[0]!.length;
  const rgb = Uint8Array.from([...rows.join("")].flatMap((letter) => [letter.charCodeAt(0), 0, 255]));
  return { width, height: rows.length, rgb, pictureWidth: width * 2, pictureHeight: rows.length * 2 };
}

function rowsOf({ width, height, rgb }: PageImage): string[] {
  const letters = Array.from({ length: width * height }, (_, i) => String.fromCharCode(rgb[i * 3]!)).join("");
  return Array.from({ length: height }, (_, y) => letters.slice(y * width, (y + 1) * width));
}

it.each([
  [0, ["abc", "def"]],
  [1, ["da", "eb", "fc"]],
  [2, ["fed", "cba"]],
  [3, ["cf", "be", "ad"]],
  [4, ["cba", "fed"]],
  [5, ["fc", "eb", "da"]],
  [6, ["def", "abc"]],
  [7, ["ad", "be", "cf"]],
] as const)("turns clockwise by quarters, from 4 after mirroring: %i", (quarters, rows) => {
  const turned = turnImage(imageOf(["abc", "def"]), quarters);
  expect(rowsOf(turned)).toEqual(rows);
  expect([turned.pictureWidth, turned.pictureHeight]).toEqual(quarters % 2 === 0 ? [6, 4] : [4, 6]);
});

it("turns a turned page upright", () => {
  // What points to the right on the sheet points down when the sheet was turned by one quarter, and so on.
  const directions = [
    { x: 1, y: 0.1 },
    { x: -0.1, y: 1 },
    { x: -1, y: -0.1 },
    { x: 0.1, y: -1 },
  ];
  const image = imageOf(["abc", "def"]);
  for (const [turn, direction] of directions.entries()) {
    const back = turnOfDirection(direction);
    expect(rowsOf(turnImage(turnImage(image, turn as Quarters), back))).toEqual(["abc", "def"]);
    const corners = [
      { x: 5, y: 5 },
      { x: 5 + direction.x, y: 5 + direction.y },
      { x: 5 + direction.x - direction.y, y: 5 + direction.y + direction.x },
      { x: 5 - direction.y, y: 5 + direction.x },
    ];
    expect(turnOfQr({ corners: corners as never })).toBe(back);
  }
});
