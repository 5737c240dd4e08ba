import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import { type CollectedSketch, FOLDS, foldOf } from "../sketches.ts";

export interface FoldReaders {
  /** The networks in `models`: the shipped ones, or those of the named folder. */
  readonly base: PageReader;
  /** The reader whose networks do not know the drafter; `base` if there is none. */
  of(drawing: CollectedSketch): PageReader;
  close(): Promise<void>;
}

/** Folders with networks: models/README.md says how to make them. */
export interface NetworkFolders {
  /** Has in `0` and `1` the networks that know no drafter of this fold. */
  readonly folds?: string;
  /** Used instead of the shipped ones. */
  readonly models?: string;
}

/**
 * Readers that have not seen the hand of the drafter of a page: `folds` is a folder with the networks of `train.py
 * --part "all but fold 0"` in `0` and those of the next fold in `1`. Without it the networks in `models` read every
 * page.
 *
 * @throws {Error} if one of these folders does not exist.
 */
export async function openFoldReaders({ folds, models }: NetworkFolders): Promise<FoldReaders> {
  const base = models === undefined ? await openPageReader() : await openReaderOf(models);
  const perFold = folds === undefined ? [] : Array.from({ length: FOLDS }, (_, fold) => join(folds, String(fold)));
  const strangers = await Promise.all(perFold.map(openReaderOf));
  return {
    base,
    of: ({ truth }) => strangers[foldOf(truth)] ?? base,
    close: async () => {
      await Promise.all([base, ...strangers].map((reader) => reader.close()));
    },
  };
}

async function openReaderOf(folder: string): Promise<PageReader> {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: models/README.md says how to make it.`);
  return openPageReader({ models: pathToFileURL(`${resolve(folder)}/`) });
}
