import { resolve } from "node:path";
import { PICTURE_FORMATS } from "../../core/rules/limits.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { findInputs, type InputFile, withSigns } from "./find-inputs.ts";

const LISTED = 10;

/**
 * The files behind the named paths, as `findInputs` finds them; reports ignored files. Throws `CommandFailure` if a
 * path does not exist or no file was found at all.
 */
export async function requireInputs(
  paths: readonly string[],
  options: { terminal: Terminal; without?: readonly string[] },
): Promise<readonly InputFile[]> {
  const { files, missing, skipped } = await findInputs(paths, options.without);
  if (missing.length > 0) {
    const message = `Not found, or not allowed to be opened: ${listNames(missing)}. Check the path, and that you may open it.`;
    throw new CommandFailure(EXIT.notFound, message);
  }
  if (skipped.length > 0) options.terminal.say(`Ignored, as they are not pages: ${listNames(skipped)}`);
  if (files.length === 0) {
    const own = options.without?.find((folder) => paths.some((path) => resolve(path) === resolve(folder)));
    if (own !== undefined) {
      const message = `The results cannot go into the folder of the pages, ${own}: name another one for them.`;
      throw new CommandFailure(EXIT.usage, message);
    }
    const message = `No pages in ${listNames(paths)}. Name pictures (${PICTURE_FORMATS}) PDF files or ZIP files, or a folder that contains some.`;
    throw new CommandFailure(EXIT.nothing, message);
  }
  return files;
}

/** The first names of a list, and how many follow: `a.txt, b.txt and 3 more`. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).map(withSigns).join(", ");
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more` : shown;
}
