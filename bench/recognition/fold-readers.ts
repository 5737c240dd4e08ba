import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import { type Drawing, foldOf } from "../sketches.ts";

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
 */
export async function openFoldReaders(folds?: string): Promise<FoldReaders> {
  const shipped = await openPageReader();
  const strangers =
    folds === undefined
      ? []
      : await Promise.all(
          [0, 1].map((fold) => openPageReader({ models: pathToFileURL(`${resolve(folds, String(fold))}/`) })),
        );
  return {
    shipped,
    of: ({ truth }) => strangers[foldOf(truth)] ?? shipped,
    close: async () => {
      await Promise.all([shipped, ...strangers].map((reader) => reader.close()));
    },
  };
}
