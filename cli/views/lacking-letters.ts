import { count } from "../../core/basics/texts.ts";
import { type FontBook, openFontBook } from "../../core/fonts/font-book.ts";
import { fontAdvice } from "../../core/fonts/font-packages.ts";
import { lackingCharacters } from "../../core/fonts/text-runs.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

/**
 * The fonts for PDFs, with those in the folder that FONTS_DIR names.
 *
 * @throws {CommandFailure} if that is no folder of fonts.
 */
export function loadFonts(): FontBook {
  try {
    return openFontBook(process.env.FONTS_DIR || undefined);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailure(EXIT.usage, error.message);
  }
}

interface Printed {
  /** Names of students, with their IDs. */
  readonly students: readonly { readonly studentId: string; readonly name: string }[];
  /** Everything else that is printed. */
  readonly texts: readonly string[];
}

/** Students of whom a warning tells the names. */
const NAMED = 5;

/** Says which names are not printed and which characters are replaced, because no font has them, and what helps. */
export function warnOfLackingLetters({ students, texts }: Printed, fonts: FontBook, terminal: Terminal): void {
  const nameless = students.filter(({ name }) => lackingCharacters(name, fonts).length > 0);
  const characters = lackingCharacters(texts.join(" "), fonts);
  if (nameless.length > 0) {
    const named = nameless.slice(0, NAMED).map(({ studentId, name }) => `${studentId} ${name}`);
    const more = nameless.length > NAMED ? `, and ${nameless.length - NAMED} more` : "";
    const what = `the ${nameless.length === 1 ? "name" : "names"} of ${count(nameless.length, "student")}`;
    terminal.warn(`! No font here has all letters of ${what}, which are left out: ${named.join(", ")}${more}`);
  }
  if (characters.length > 0) terminal.warn(`! No font here has ${characters.join(" ")}: \ufffd is printed instead`);
  if (nameless.length + characters.length === 0) return;
  terminal.warn(fontAdvice([...nameless.map(({ name }) => name), ...characters].join("")));
}
