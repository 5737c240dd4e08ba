import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../../core/rules/problem.ts";
import { NESTED_ARCHIVE } from "../../core/scan/unpack-zip.ts";
import { newId } from "../adapters/random.ts";
import type { Config } from "../config.ts";
import type { AppContext } from "../context.ts";
import { type ReceivedFile, type Receiver, takeFile } from "./receive.ts";

interface Unpacking {
  readonly archive: ReceivedFile;
  readonly receiver: Receiver;
  /** The sender. */
  readonly from: string;
}

interface UnpackedUpload {
  /** The pages, as if each had been uploaded: the caller discards their drafts. */
  readonly files: readonly ReceivedFile[];
  readonly refused: readonly ({ readonly filename: string } & Pick<Problem, "code" | "message">)[];
}

/** The pages in an uploaded ZIP file, under its name and theirs; if it is refused, none. */
export async function unpackUpload(
  { config, inspector }: Pick<AppContext, "config" | "inspector">,
  { archive, receiver, from }: Unpacking,
): Promise<UnpackedUpload> {
  const base = unpackedFolder(config);
  const folder = join(base, newId());
  await mkdir(base, { recursive: true, mode: 0o700 });
  const files: ReceivedFile[] = [];
  const refused: UnpackedUpload["refused"][number][] = [];
  try {
    const unpacked = await inspector.ask("unpack", { path: archive.draft!.path, folder }, from);
    if (!unpacked.ok) {
      return { files, refused: [{ filename: archive.filename, code: unpacked.code, message: unpacked.message }] };
    }
    for (const { name, path } of unpacked.entries) {
      const filename = `${archive.filename}/${name}`;
      if (path === null) {
        refused.push({ filename, ...NESTED_ARCHIVE });
        continue;
      }
      files.push(await takeFile(createReadStream(path), { filename, itemNumber: "", receiver }));
      // A class's pages are not on the disk twice.
      await rm(path);
    }
    return { files, refused };
  } catch (error) {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a crash left unpacked. */
export async function sweepUnpacked({ config }: Pick<AppContext, "config">): Promise<void> {
  await rm(unpackedFolder(config), { recursive: true, force: true });
}

/** The only folder that an inspecting process may write to. */
function unpackedFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "unpacked");
}
