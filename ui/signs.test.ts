import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSync } from "fontkit";
import { expect, it } from "vitest";
import { displayExpression } from "../core/boolean/forms.ts";

const RANGE = /unicode-range:\s*([^;]+);/.exec(readFileSync(new URL("./base.css", import.meta.url), "utf8"))![1]!;
const CODES = RANGE.split(/,\s*/).map((code) => Number.parseInt(code.slice(2), 16));

it("are all in the font that the pages load for them", () => {
  const opened = openSync(fileURLToPath(new URL("./signs.woff2", import.meta.url)));
  const font = "characterSet" in opened ? opened : opened.fonts[0]!;
  expect(CODES.filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([]);
});

it("are those of every expression that a page shows, and that a keyboard lacks", () => {
  const shown = displayExpression("X1 ^ X2 | (X3 & ~X1)");
  const signs = [...shown].map((sign) => sign.codePointAt(0)!).filter((code) => code > 0xff);
  expect(signs.length).toBeGreaterThan(1);
  expect(signs.filter((code) => !CODES.includes(code))).toEqual([]);
});
