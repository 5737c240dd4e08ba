import { expect, test } from "vitest";
import { READING } from "../../rules/limits.ts";
import { plainPage } from "../../testdata/plain-page.ts";
import { INK } from "../marks.ts";
import { findTextParts } from "./text-parts.ts";

const KIND: Record<string, number> = { ".": INK.paper, w: INK.wire, g: INK.gate, t: INK.text };

function parts(rows: readonly string[]) {
  const width = rows[0]!.length;
  const mask = Uint8Array.from([...rows.join("")].map((sign) => KIND[sign]!));
  const page = plainPage({
    width,
    height: rows.length,
    ink: mask.map((kind) => (kind === INK.paper ? 0 : 255)),
  });
  return findTextParts(page, mask);
}

test("a page without text has no parts", () => {
  expect(parts(["....", "wwww", ".gg."])).toMatchObject({ parts: [], unit: 0 });
});

test("each connected stroke of text is a part, corners connect", () => {
  const found = parts(["t........", ".t.....t.", "..t....t.", "...t...t.", "....t..t.", ".....t.t.", ".......t."]);
  expect(found.parts.map(({ box }) => box)).toEqual([
    { x: 0, y: 0, width: 6, height: 6 },
    { x: 7, y: 1, width: 1, height: 6 },
  ]);
});

test("a speck of wire inside of a letter is text", () => {
  const found = parts([".tttttt.", ".t......", ".tw.....", ".wtttt..", ".t......", ".t......", ".tttttt.", "........"]);
  expect(found.parts).toHaveLength(1);
  expect(found.parts[0]).toMatchObject({ attached: false, box: { x: 1, y: 0, width: 6, height: 7 } });
});

test("a letter whose upper half is taken for a wire is text as a whole, twice as high as the others", () => {
  const bowl = ["tttt", "t..t", "t..t", "t..t", "t..t", "tttt"];
  const letter = [...bowl.map(() => "...."), ...bowl];
  const tall = [...bowl.map(() => "...w"), ...bowl];
  const both = parts(letter.map((row, y) => `.${row}..${row}..${row}..${tall[y]!}.`));
  expect(both.unit).toBe(6);
  const { box, attached } = both.parts.find((part) => part.box.x > 18)!;
  expect({ box, attached }).toEqual({ box: { x: 19, y: 0, width: 4, height: 12 }, attached: false });
});

test("a speck of text on a wire is none", () => {
  const found = parts([
    "................",
    "wwwwwwwttwwwwwww",
    "................",
    "..tttttt........",
    "..t.............",
    "..tttttt........",
    "..t.............",
    "..t.............",
    "..tttttt........",
    "................",
  ]);
  expect(found.parts).toHaveLength(1);
  expect(found.parts[0]!.box).toMatchObject({ y: 3, height: 6 });
});

test("a letter that touches a wire is attached", () => {
  const found = parts([
    "...ttttt............",
    "...t................",
    "...ttttwwwwwwwwwwwww",
    "...t................",
    "...t................",
    "...ttttt............",
  ]);
  expect(found.parts.map(({ attached }) => attached)).toEqual([true]);
});

test("a letter whose stem was taken for wire is whole again", () => {
  const found = parts([
    "t.....t...",
    ".t...t....",
    "..t.t.....",
    "...t......",
    "...w......",
    "...w......",
    "...w......",
  ]);
  expect(found.unit).toBe(7);
  expect(found.parts.map(({ box }) => box)).toEqual([{ x: 0, y: 0, width: 7, height: 7 }]);
});

test.each([
  ["found in as many pieces as are looked at", READING.pieces, true],
  ["not looked for in one more", READING.pieces + 1, false],
])("texts are %s", (_, pieces, isComplete) => {
  const found = parts(Array.from({ length: pieces }, () => ["tttttt", "......"]).flat());
  expect([found.isComplete, found.parts.length]).toEqual([isComplete, isComplete ? pieces : 0]);
});
