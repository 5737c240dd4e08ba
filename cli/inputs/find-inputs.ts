import type { Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { isArchiveName, isPageName } from "../../core/rules/files/page-name.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { hashFile } from "../files.ts";
import { feedbackIn } from "../results/feedback-list.ts";

/** A file to read. */
export interface InputFile {
  /**
   * As the user named it, or the named folder and the path from there, with `/`; in a ZIP file, the path in it follows.
   * Control characters are signs.
   */
  readonly file: string;
  /** The path of the file. */
  readonly path: string;
  /** A relative path without extension, unique among the inputs: names the files that are written about this one. */
  readonly stem: string;
  /** Set if there is nothing to read: a ZIP file that could not be unpacked, a link. */
  readonly failure?: Problem;
}

export interface FoundInputs {
  /** In natural order (`page2` before `page10`) within each named path. */
  readonly files: readonly InputFile[];
  /** Named paths that do not exist, folders that cannot be opened, and pipes without a path. */
  readonly missing: readonly string[];
  /** Files in folders that are neither pages nor pictures, and were ignored. */
  readonly skipped: readonly string[];
}

const naturalOrder = new Intl.Collator("en", { numeric: true });

/** Sorts names as a person would: numbers by value; otherwise equal names by their characters. */
export function compareNaturally(a: string, b: string): number {
  return naturalOrder.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const LINK: Problem = {
  code: "link",
  message:
    "This is a link. In folders links are not followed: put the file itself there, or name the link as an input.",
};

/**
 * The files behind the paths that a user named: a file is taken whatever its extension, a folder gives the pictures,
 * PDFs and ZIP files in it and its subfolders. Hidden files, and the command's own output (the folders in `without`,
 * feedback), are left out; a file that is reached twice counts once. A named link is followed. One in a folder is not, as a
 * student's ZIP file may have brought it: it would hand in another student's page, or any file of this machine.
 */
export async function findInputs(paths: readonly string[], without: readonly string[] = []): Promise<FoundInputs> {
  const seen = new Set<string>(await Promise.all(without.map(realpathIfThere)));
  const found: Omit<InputFile, "stem">[] = [];
  const roots = new Map<string, string>();
  const missing: string[] = [];
  const skipped: string[] = [];

  function take(input: Pick<InputFile, "path" | "failure">, root: string): void {
    found.push({ ...input, file: withSigns(input.path.replaceAll("\\", "/")) });
    roots.set(input.path, root);
  }

  async function visit(path: string, info: Stats, root: string): Promise<void> {
    // The target of a pipe at /dev/stdin has no path.
    const real = await realpath(path).catch(() => null);
    if (real === null) return void missing.push(path);
    if (seen.has(real)) return;
    seen.add(real);
    if (!info.isDirectory()) return take({ path }, root);
    const names = await readdir(path).catch(() => null);
    if (names === null) missing.push(path);
    const own = await feedbackIn(path);
    const pages = (names ?? []).filter((name) => !name.startsWith(".") && !own.has(name));
    for (const name of pages.sort(compareNaturally)) {
      const child = join(path, name);
      const childInfo = await stat(child).catch(() => null);
      const isPage = isPageName(name) || isArchiveName(name);
      const isLink = (await lstat(child).catch(() => null))?.isSymbolicLink() ?? false;
      if (isLink && (isPage || (childInfo?.isDirectory() && (await leadsOut(child, root))))) {
        take({ path: child, failure: LINK }, root);
      } else if (isLink) skipped.push(child);
      else if (childInfo?.isDirectory() || (childInfo && isPage)) await visit(child, childInfo, root);
      else if (isPage) take({ path: child }, root);
      else skipped.push(child);
    }
  }

  for (const path of paths) {
    const info = await stat(path).catch(() => null);
    if (info === null) missing.push(path);
    else await visit(path, info, info.isDirectory() ? path : join(path, ".."));
  }
  return { files: withStems(found, roots), missing, skipped };
}

/**
 * A name with signs for control characters: what follows a line end in it would pass for the command's own words.
 *
 * @example
 * withSigns("a\n10 graded.png"); // "a␊10 graded.png"
 */
export function withSigns(name: string): string {
  return name.replace(/\p{Cc}/gu, (found) => {
    const code = found.charCodeAt(0);
    return String.fromCharCode(code < 32 ? 0x2400 + code : 0x2421);
  });
}

/** Whether a linked folder is outside of the folder that was named: pages in it would be missed. */
async function leadsOut(link: string, root: string): Promise<boolean> {
  const [target, inside] = await Promise.all([realpathIfThere(link), realpathIfThere(root)]);
  return target !== inside && !target.startsWith(join(inside, sep));
}

/** SHA-256 of an input's bytes, hex; empty if they cannot be read, or are a link's, which is not followed. */
export async function hashInput({ path, failure }: InputFile): Promise<string> {
  return failure === LINK ? "" : ((await hashFile(path)) ?? "");
}

function withStems(found: readonly Omit<InputFile, "stem">[], roots: ReadonlyMap<string, string>): InputFile[] {
  const taken = new Set<string>();
  return found.map((input, index) => {
    const whole = relative(roots.get(input.path) ?? ".", input.path).replaceAll("\\", "/");
    return { ...input, stem: uniqueStem(whole, { index, taken }) };
  });
}

/** A file's name has at most 255 bytes, and endings follow a stem. */
const STEM_BYTES = 200;

/** A stem for a relative path that is not among `taken`, to which it is added. */
export function uniqueStem(path: string, { index, taken }: { index: number; taken: Set<string> }): string {
  const name = Buffer.from(basename(path))
    .subarray(0, STEM_BYTES)
    .toString()
    .replace(/\uFFFD+$/, "");
  const folder = path.slice(0, path.length - basename(path).length);
  const [whole, bare] = [folder + name, folder + name.replace(/(?<=.)\.[^.]*$/, "")];
  const stem = [bare, whole, `${index + 1}-${whole}`].find((name) => !taken.has(name.toLowerCase())) ?? whole;
  taken.add(stem.toLowerCase());
  return stem;
}

function realpathIfThere(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
