import { type FontBook, openFontBook } from "../../core/fonts/font-book.ts";
import { lackingLetters, type Printed } from "../../core/fonts/lacking-letters.ts";
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

/** Warns of what cannot be printed as it is, and says what helps. */
export function warnOfLackingLetters(printed: Printed, fonts: FontBook, terminal: Terminal): void {
  const { lacking, advice } = lackingLetters(printed, fonts);
  for (const each of lacking) terminal.warn(`! ${each}`);
  if (advice !== null) terminal.warn(advice);
}
