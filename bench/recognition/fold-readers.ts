import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import { type Drawing, FOLDS, foldOf } from "../sketches.ts";

export interface FoldReaders {
  /** Of the shipped networks. */
  readonly shipped: PageReader;
  /** The reader whose networks do not know the drafter; of the shipped networks where there is none. */
  of(drawing: Drawing): PageReader;
  close(): Promise<void>;
}

/**
 * Readers that know no training drafter's hand: `folds` is a folder with the networks of `train.py --part "all but fold
 * 0"` in `0` and those of the next fold in `1`. Without it every page is for the shipped networks.
 *
 * @throws {Error} where one of these folders is not there.
 */
export async function openFoldReaders(folds?: string): Promise<FoldReaders> {
  const folders = folds === undefined ? [] : Array.from({ length: FOLDS }, (_, fold) => resolve(folds, String(fold)));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new Error(`${missing} is not there: models/README.md says how to make it.`);
  const shipped = await openPageReader();
  const strangers = await Promise.all(folders.map((folder) => openPageReader({ models: pathToFileURL(`${folder}/`) })));
  return {
    shipped,
    of: ({ truth }) => strangers[foldOf(truth)] ?? shipped,
    close: async () => {
      await Promise.all([shipped, ...strangers].map((reader) => reader.close()));
    },
  };
}
