import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { openFontBook } from "./font-book.ts";
import { fontAdvice } from "./font-packages.ts";
import { clustersOf, lackingCharacters } from "./text-runs.ts";

const fonts = openFontBook();

function files(text: string): (string | null)[] {
  const used = fonts.fontsOf(clustersOf(text), "bold").map((file) => file && basename(file.path));
  return [...new Set(used)];
}

it.each([
  ["Γιώργος Ћирић Ñuñez", ["DejaVuSans-Bold.ttf"]],
  ["محمد שלום", ["DejaVuSans-Bold.ttf"]],
  ["김민수", ["NotoSansKR-Bold.otf"]],
  ["王小明 さくら", ["NotoSansKR-Bold.otf", "DejaVuSans-Bold.ttf"]],
  ["हिन्दी", ["noto-sans-devanagari-devanagari-700-normal.woff"]],
])("writes %s with %s", (text, expected) => {
  expect(files(text)).toEqual(expected);
  expect(lackingCharacters(text, fonts)).toEqual([]);
});

it("names the characters that no font has, each once, without spaces and invisible marks", () => {
  expect(lackingCharacters("ไทย ย \u200e A", fonts)).toEqual(["ไ", "ท", "ย"]);
});

it("finds the fonts of a folder, a family's bold one with its regular one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fonts-"));
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]) {
    await copyFile(resolve(`dejavu-fonts-ttf/ttf/${name}`), join(folder, name));
  }
  await writeFile(join(folder, "readme.txt"), "");
  const book = openFontBook(folder);
  // DejaVu Sans has it, too, and goes first.
  expect(book.fontsOf(["A"], "bold")[0]?.path).toContain("DejaVuSans-Bold.ttf");
  await writeFile(join(folder, "broken.ttf"), "no font");
  expect(() => openFontBook(folder)).toThrow(`${join(folder, "broken.ttf")} is not a font that can be opened.`);
  expect(() => openFontBook(join(folder, "none"))).toThrow("none is not a folder that can be read.");
});

it("says which package has letters", () => {
  expect(fontAdvice("王")).toContain(
    "npm i -g @embedpdf/fonts-sc for simplified Chinese, npm i -g @embedpdf/fonts-tc for traditional Chinese",
  );
  expect(fontAdvice("हि")).toMatch(/^Install a font with them \(npm i -g @fontsource\/noto-sans-devanagari/);
  expect(fontAdvice("ไทย")).toMatch(/^Put the TTF or OTF file .* FONTS_DIR\.$/);
});
