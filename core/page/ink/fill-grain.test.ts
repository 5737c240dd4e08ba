import { expect, it } from "vitest";
import { fillGrain } from "./fill-grain.ts";

/** A picture of digits, each a 25th of full ink. */
function filled(...rows: string[]): string[] {
  const [height, width] = [rows.length, rows[0]!.length];
  const ink = Uint8Array.from(rows.join(""), (digit) => 25 * Number(digit));
  const out = [...fillGrain(ink, { width, height })].map((value) => Math.round(value / 25)).join("");
  return rows.map((_, row) => out.slice(row * width, (row + 1) * width));
}

it("fills pits of a pixel or two in a stroke, and leaves its edges", () => {
  expect(
    filled("0000000000", "0000000000", "0899389980", "0993439990", "0899398980", "0000000000", "0000000000"),
  ).toEqual(["0000000000", "0000000000", "0899999980", "0999999990", "0899999980", "0000000000", "0000000000"]);
});

it("leaves paper between strokes, and what is next to it", () => {
  const rows = ["00000000", "00990990", "00991990", "00992990", "00990990", "00000000"];
  expect(filled(...rows)).toEqual(rows);
});
