/** An npm package with a font that the program does not bring, because it is large. */
export interface FontPackage {
  readonly name: string;
  /** What it is for, in a sentence. */
  readonly letters: string;
  /** Finds the letters that speak for it. */
  readonly script: RegExp;
  /** Paths in the package. */
  readonly regular: string;
  readonly bold: string;
}

const noto = (letters: string, { language, script, file }: { language: string; script: RegExp; file: string }) => ({
  name: `@embedpdf/fonts-${language}`,
  letters,
  script,
  regular: `fonts/${file}-Regular.otf`,
  bold: `fonts/${file}-Bold.otf`,
});

const DEVANAGARI = "files/noto-sans-devanagari-devanagari";

/** The optional packages, which are used if they are installed. */
export const FONT_PACKAGES: readonly FontPackage[] = [
  noto("simplified Chinese", { language: "sc", script: /\p{Script=Han}/u, file: "NotoSansHans" }),
  noto("traditional Chinese", { language: "tc", script: /\p{Script=Han}/u, file: "NotoSansHant" }),
  noto("Japanese", { language: "jp", script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, file: "NotoSansJP" }),
  noto("Korean", { language: "kr", script: /\p{Script=Hangul}/u, file: "NotoSansKR" }),
  {
    name: "@fontsource/noto-sans-devanagari",
    letters: "Devanagari",
    script: /\p{Script=Devanagari}/u,
    regular: `${DEVANAGARI}-400-normal.woff`,
    bold: `${DEVANAGARI}-700-normal.woff`,
  },
];

/**
 * How to get letters that no font here has.
 *
 * @example
 * fontAdvice("김민수"); // "Install a font with them (npm i -g @embedpdf/fonts-kr for Korean), or put …"
 */
export function fontAdvice(text: string): string {
  const packages = FONT_PACKAGES.filter(({ script }) => script.test(text));
  const known = packages.map(({ name, letters }) => `npm i -g ${name} for ${letters}`).join(", ");
  const install = known === "" ? "" : `Install a font with them (${known}), or put`;
  return `${install || "Put"} the TTF or OTF file of a font that has them into a folder, and name the folder in FONTS_DIR.`;
}
