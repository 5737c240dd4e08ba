import { expect, test } from "vitest";
import { plainPage } from "../../testdata/plain-page.ts";
import { INK } from "../marks.ts";
import { cutAtom } from "./cut-atoms.ts";
import { findTextParts } from "./text-parts.ts";

/** The columns of the pieces, from and to before. */
function pieces(rows: readonly string[]) {
  const width = rows[0]!.length;
  const mask = Uint8Array.from([...rows.join("")].map((sign) => (sign === "t" ? INK.text : INK.paper)));
  const page = plainPage({ width, height: rows.length, ink: mask.map((kind) => (kind === INK.paper ? 0 : 255)) });
  const { parts, labels } = findTextParts(page, mask);
  return cutAtom(page, { parts, labels }).map(([piece]) => [piece!.box.x, piece!.box.x + piece!.box.width]);
}

/** An E of 12 rows: a column has its stem or three strokes. */
const LETTER = Array.from({ length: 12 }, (_, y) => ([0, 6, 11].includes(y) ? "ttttt" : "t...."));

test("two letters that touch in one stroke are cut there", () => {
  const rows = LETTER.map((row, y) => `${row}${y === 6 ? "tt" : ".."}${row}`);
  expect(pieces(rows)).toEqual([
    [0, 5],
    [5, 12],
  ]);
});

test("a letter is not cut through its strokes, nor where it is narrow", () => {
  expect(pieces(LETTER.map((row) => `${row}${row.at(-1)!.repeat(5)}`))).toEqual([[0, 10]]);
  expect(pieces(LETTER)).toEqual([[0, 5]]);
});
