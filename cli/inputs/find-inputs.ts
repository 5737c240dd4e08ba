import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { isArchiveName, isPageName } from "../../core/rules/files/page-name.ts";
import type { Problem } from "../../core/rules/problem.ts";

/** A file to read. */
export interface InputFile {
  /**
   * As the user named it, or the named folder and the path from there, with `/`; in a ZIP file, the path in it follows.
   */
  readonly file: string;
  /** The path of the file. */
  readonly path: string;
  /** A relative path without extension, unique among the inputs: names the files that are written about this one. */
  readonly stem: string;
  /** Bytes. */
  readonly size: number;
  /** Set if there is nothing to read: why a ZIP file could not be unpacked. */
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

/**
 * The files behind the paths that a user named: a file is taken whatever its extension, a folder gives the pictures,
 * PDFs and ZIP files in it and its subfolders. Hidden files, and the folders in `without` (the command's own output), are left out; a
 * file that is reached twice counts once.
 */
export async function findInputs(paths: readonly string[], without: readonly string[] = []): Promise<FoundInputs> {
  const seen = new Set<string>(await Promise.all(without.map(realpathIfThere)));
  const found: Omit<InputFile, "stem">[] = [];
  const roots = new Map<string, string>();
  const missing: string[] = [];
  const skipped: string[] = [];

  function take(input: { path: string; size: number }, root: string): void {
    found.push({ ...input, file: input.path.replaceAll("\\", "/") });
    roots.set(input.path, root);
  }

  async function visit(path: string, info: Stats, root: string): Promise<void> {
    // The target of a pipe at /dev/stdin has no path.
    const real = await realpath(path).catch(() => null);
    if (real === null) return void missing.push(path);
    if (seen.has(real)) return;
    seen.add(real);
    if (!info.isDirectory()) return take({ path, size: info.size }, root);
    const names = await readdir(path).catch(() => null);
    if (names === null) missing.push(path);
    for (const name of (names ?? []).filter((name) => !name.startsWith(".")).sort(compareNaturally)) {
      const child = join(path, name);
      const childInfo = await statIfThere(child);
      const isPage = isPageName(name) || isArchiveName(name);
      if (childInfo?.isDirectory() || (childInfo && isPage)) await visit(child, childInfo, root);
      else if (isPage) take({ path: child, size: 0 }, root);
      else skipped.push(child);
    }
  }

  for (const path of paths) {
    const info = await statIfThere(path);
    if (info === null) missing.push(path);
    else await visit(path, info, info.isDirectory() ? path : join(path, ".."));
  }
  return { files: withStems(found, roots), missing, skipped };
}

function withStems(found: readonly Omit<InputFile, "stem">[], roots: ReadonlyMap<string, string>): InputFile[] {
  const taken = new Set<string>();
  return found.map((input, index) => {
    const whole = relative(roots.get(input.path) ?? ".", input.path).replaceAll("\\", "/");
    return { ...input, stem: uniqueStem(whole, { index, taken }) };
  });
}

/** A stem for a relative path that is not among `taken`, to which it is added. */
export function uniqueStem(whole: string, { index, taken }: { index: number; taken: Set<string> }): string {
  const bare = whole.slice(0, whole.length - basename(whole).length) + basename(whole).replace(/(?<=.)\.[^.]*$/, "");
  const stem = [bare, whole, `${index + 1}-${whole}`].find((name) => !taken.has(name.toLowerCase())) ?? whole;
  taken.add(stem.toLowerCase());
  return stem;
}

async function statIfThere(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch {
    return null;
  }
}

async function realpathIfThere(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}
