import { expect, it } from "vitest";
import { openFontBook } from "./font-book.ts";
import { textRuns } from "./text-runs.ts";

const fonts = openFontBook();

function seen(line: string): string[] {
  return textRuns(line, { fonts, weight: "regular" }).map(({ text }) => text);
}

it.each([
  ["Ana Cruz", ["Ana Cruz"]],
  // A name from right to left in a line from left to right, and the other way round.
  ["Ana محمد علي 12", ["Ana ", "12", "محمد علي "]],
  ["محمد Ana", ["Ana", "محمد "]],
  // Brackets are turned, and the ID stays behind the isolated name.
  ["علي (ب)", ["علي )ب("]],
  ["\u2068محمد\u2069 (20230001)", ["محمد", " (20230001)"]],
  // Another font begins another run.
  ["김 Ana", ["김", " Ana"]],
])("%s is seen as %j", (line, expected) => {
  expect(seen(line)).toEqual(expected);
});

it("writes a replacement for a character that no font has", () => {
  expect(seen("Ana ไ!")).toEqual(["Ana \ufffd!"]);
});
