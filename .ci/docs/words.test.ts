import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DOCUMENTS } from "./documents.ts";

/** From the list in CONTRIBUTING.md, those that have no ordinary use in a document. */
const AVOIDED =
  /\b(whoever|beside|anew|afresh|whereof|thereof|(?:is|are|was|were) told|came of|comes of|held against)\b/gi;

it.each(DOCUMENTS)("%s avoids the words that CONTRIBUTING.md lists", (path) => {
  const text = readFileSync(path, "utf8").replace(/^## How we write\n[\s\S]*?^## /m, "");
  expect(text.match(AVOIDED) ?? []).toEqual([]);
});

it("finds such a word", () => {
  expect("It lies beside the file, and is told so.".match(AVOIDED)).toEqual(["beside", "is told"]);
});
