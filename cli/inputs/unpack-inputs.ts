import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isArchiveName } from "../../core/rules/files/page-name.ts";
import { NESTED_ARCHIVE, unpackZip } from "../../core/scan/unpack-zip.ts";
import type { Terminal } from "../terminal.ts";
import { type InputFile, uniqueStem } from "./find-inputs.ts";
import { listNames } from "./require-inputs.ts";

export interface UnpackedInputs {
  /** Each ZIP file is replaced by the pages in it, or has a `failure`. */
  readonly files: readonly InputFile[];
  /** Removes what was unpacked, unless its folder was given. */
  remove(): Promise<void>;
}

interface Unpacking {
  readonly terminal: Terminal;
  /** Where pages are unpacked; what is there is removed first. Default: a new temporary folder. */
  readonly folder?: string | undefined;
}

/** Takes the pages out of the ZIP files among `inputs`; reports the other files in them. */
export async function unpackInputs(
  inputs: readonly InputFile[],
  { terminal, folder: given }: Unpacking,
): Promise<UnpackedInputs> {
  if (given !== undefined) await rm(given, { recursive: true, force: true });
  if (!inputs.some(isArchive)) return { files: inputs, remove: () => Promise.resolve() };
  const folder = given ?? (await mkdtemp(join(tmpdir(), "circuitgrade-")));
  const remove = async (): Promise<void> => {
    if (given === undefined) await rm(folder, { recursive: true, force: true });
  };
  const taken = new Set(inputs.map(({ stem }) => stem.toLowerCase()));
  const files: InputFile[] = [];
  const ignored: string[] = [];
  try {
    for (const input of inputs) {
      if (isArchive(input)) await unpack(input);
      else files.push(input);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  if (ignored.length > 0) terminal.say(`Ignored, as they are not pages: ${listNames(ignored)}`);
  return { files, remove };

  async function unpack(input: InputFile): Promise<void> {
    const archive = await unpackZip(input.path, { folder: join(folder, folderName(input)) });
    if (!archive.ok) {
      const { code, message } = archive;
      files.push({ ...input, failure: { code, message } });
      return;
    }
    ignored.push(...archive.ignored.map((name) => `${input.file}/${name}`));
    for (const { name, path } of archive.entries) {
      const file = `${input.file}/${name}`;
      const stem = uniqueStem(`${input.stem}/${name}`, { index: files.length, taken });
      const unread = path === null && { failure: NESTED_ARCHIVE };
      files.push({ file, path: path ?? input.path, stem, ...unread });
    }
  }
}

function isArchive({ path }: InputFile): boolean {
  return isArchiveName(path);
}

/** The same in each run, so that the pages of a run that is resumed have the same paths. */
function folderName({ path }: InputFile): string {
  return createHash("sha256").update(resolve(path)).digest("hex").slice(0, 16);
}
