import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSync } from "fontkit";
import { expect, it } from "vitest";
import { displayExpression } from "../core/boolean/forms.ts";
import { RESULT_STYLE } from "../server/pages/result-style.ts";

const RANGE = /unicode-range:\s*([^;]+);/.exec(readFileSync(new URL("./base.css", import.meta.url), "utf8"))![1]!;
const CODES = RANGE.split(/,\s*/).map((code) => Number.parseInt(code.slice(2), 16));

it("are all in the font that the pages load for them", () => {
  const opened = openSync(fileURLToPath(new URL("./public/signs.woff2", import.meta.url)));
  const font = "characterSet" in opened ? opened : opened.fonts[0]!;
  expect(CODES.filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([]);
});

it("are in it for results, too, which have their own style", () => {
  const range = /unicode-range:([^}]+)}/.exec(RESULT_STYLE)![1]!;
  expect(range.split(",")).toEqual(RANGE.split(/,\s*/));
});

/** The signs in the sources below a folder that a keyboard lacks: texts and comments alike. */
function signsOf(folder: URL): Set<number> {
  const root = fileURLToPath(folder);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^e2e\//.test(path));
  const text = sources.map((path) => readFileSync(join(root, path), "utf8")).join("");
  return new Set([...text].map((sign) => sign.codePointAt(0)!).filter((code) => code > 0xff));
}

/** Whether a font of the texts says that it has the sign: 'U+2191', 'U+2000-206F'. */
function isInTexts(code: number): boolean {
  const css = readFileSync(new URL(import.meta.resolve("@fontsource-variable/inter/wght.css")), "utf8");
  return [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].some(([, from = "", to = from]) => {
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });
}

it("are all that the interface prints and the font of its texts lacks, in at most 10 kB", () => {
  const printed = [new URL("./", import.meta.url), new URL("../server/pages/", import.meta.url)].flatMap((folder) => [
    ...signsOf(folder),
  ]);
  const lacking = printed.filter((code) => !CODES.includes(code) && !isInTexts(code));
  expect(lacking.map((code) => String.fromCodePoint(code))).toEqual([]);
  expect(statSync(new URL("./public/signs.woff2", import.meta.url)).size).toBeLessThan(10_000);
});

it("are those of every expression that a page shows, and that a keyboard lacks", () => {
  const shown = displayExpression("X1 ^ X2 | (X3 & ~X1)");
  const signs = [...shown].map((sign) => sign.codePointAt(0)!).filter((code) => code > 0xff);
  expect(signs.length).toBeGreaterThan(1);
  expect(signs.filter((code) => !CODES.includes(code))).toEqual([]);
});
