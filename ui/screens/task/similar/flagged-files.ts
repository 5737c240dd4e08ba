import type { File as Submission } from "../../../../server/contract/results/file.ts";

export interface FlaggedFile {
  readonly file: Submission;
  /** The number of its group of similar drawings, from 1. */
  readonly group: number;
}

/** The groups of IDs as one list of files, group after group; IDs of missing files are left out. */
export function flattenFlagged(groups: readonly (readonly string[])[], files: readonly Submission[]): FlaggedFile[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return groups.flatMap((ids, index) =>
    ids.flatMap((id) => {
      const file = byId.get(id);
      return file === undefined ? [] : [{ file, group: index + 1 }];
    }),
  );
}
