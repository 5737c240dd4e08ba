import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Font, openSync } from "fontkit";
import { FONT_PACKAGES, type FontPackage } from "./font-packages.ts";

export type Weight = "regular" | "bold";

/** A file that pdfkit opens; of a collection, the font with this PostScript name. */
export interface FontFile {
  readonly path: string;
  readonly name?: string;
}

/** The fonts that are here to write text with. */
export interface FontBook {
  /** The font for each of the text's characters, as people see them; null for those that no font has. */
  fontsOf(clusters: readonly string[], weight: Weight): (FontFile | null)[];
}

/** A font in two weights, which may be one file. */
interface Face extends Readonly<Record<Weight, FontFile>> {
  has(codePoint: number): boolean;
}

/** Characters without a shape: joiners, marks of direction, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const { resolve } = createRequire(import.meta.url);

/**
 * Finds the fonts that are here: DejaVu Sans, which comes with the program (Latin, Greek, Cyrillic, Arabic, Hebrew), then
 * the optional packages, then the files in the folder `fontsDir`. Packages are looked for only if letters are lacking.
 *
 * @throws {RangeError} if `fontsDir` is no folder that can be read, or a font in it is broken.
 */
export function openFontBook(fontsDir?: string): FontBook {
  const own = faceOf({
    regular: { path: resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf") },
    bold: { path: resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf") },
  });
  const more = fontsDir === undefined ? [] : folderFaces(fontsDir);
  let others: readonly Face[] | null = null;
  return {
    fontsOf(clusters, weight) {
      const lacked = clusters.filter((cluster) => !hasAll(own, cluster));
      if (lacked.length > 0) others ??= [...FONT_PACKAGES.flatMap(packageFaces), ...more];
      const faces = [own, ...byCoverage(others ?? [], lacked)];
      return clusters.map((cluster) => faces.find((face) => hasAll(face, cluster))?.[weight] ?? null);
    },
  };
}

/** Those with any of the clusters, the one with the most first: a name is written with one font if one has it all. */
function byCoverage(faces: readonly Face[], clusters: readonly string[]): Face[] {
  return faces
    .map((face) => ({ face, covers: clusters.filter((cluster) => hasAll(face, cluster)).length }))
    .filter(({ covers }) => covers > 0)
    .sort((a, b) => b.covers - a.covers)
    .map(({ face }) => face);
}

function hasAll(face: Face, cluster: string): boolean {
  return [...cluster].every((character) => INVISIBLE.test(character) || face.has(character.codePointAt(0)!));
}

function faceOf(files: Readonly<Record<Weight, FontFile>>): Face {
  let opened: Font | null = null;
  return {
    ...files,
    has(codePoint) {
      opened ??= openSync(files.regular.path, files.regular.name) as Font;
      return opened.hasGlyphForCodePoint(codePoint);
    },
  };
}

/** Next to the program, or in a folder above it, where `npm i -g` puts it. */
function packageFaces({ name, regular, bold }: FontPackage): Face[] {
  const folders = resolve.paths(name) ?? [];
  const folder = folders.map((path) => join(path, name)).find((path) => isThere(join(path, regular)));
  if (folder === undefined) return [];
  return [faceOf({ regular: { path: join(folder, regular) }, bold: { path: join(folder, bold) } })];
}

/** Under Deno, a path that the server may not read is an error. */
function isThere(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
}

const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;

/** The fonts of a folder; a family's bold font belongs to its regular one. */
function folderFaces(folder: string): Face[] {
  const fonts = fontFilesIn(folder).flatMap((path) => fontsOfFile(path));
  const isBold = ({ style }: { style: string }) => /^bold$/i.test(style);
  const regular = fonts.filter((font) => !isBold(font));
  return (regular.length > 0 ? regular : fonts).map(({ file, family }) => {
    const bold = fonts.find((font) => isBold(font) && font.family === family);
    return faceOf({ regular: file, bold: bold?.file ?? file });
  });
}

function fontFilesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => FONT_FILE.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    throw new RangeError(`FONTS_DIR: ${folder} is not a folder that can be read.`);
  }
}

function fontsOfFile(path: string): { file: FontFile; family: string; style: string }[] {
  try {
    const opened = openSync(path);
    if (!("fonts" in opened)) return [{ file: { path }, ...named(opened) }];
    return opened.fonts.map((font) => ({ file: { path, name: font.postscriptName }, ...named(font) }));
  } catch {
    throw new RangeError(`FONTS_DIR: ${path} is not a font that can be opened.`);
  }
}

function named({ familyName, subfamilyName }: Font): { family: string; style: string } {
  return { family: familyName, style: subfamilyName };
}
