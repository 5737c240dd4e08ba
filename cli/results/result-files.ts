import { join } from "node:path";

/** Names of the files that a batch writes into its folder. */
export const RESULT_FILES = {
  grades: "grades.csv",
  review: "review.csv",
  groups: "groups.csv",
  results: "results.json",
  pages: "page-results.jsonl",
  drawings: "drawings.json",
  report: "report.html",
  manifest: "manifest.json",
} as const;

/** What a person has settled of the queue: written by `grade --resume`, kept from run to run. */
export const SETTLED_FILE = "settled.csv";

/**
 * The folder for what `--resume`, the report and a push need, for the lock that keeps out other runs, and for what
 * `merge` needs of a part; also for `feedback`'s list of what it wrote.
 */
export function workFolder(out: string) {
  const folder = join(out, ".circuitgrade");
  return {
    folder,
    lock: join(folder, "lock"),
    feedback: join(folder, "feedback.json"),
    journal: join(folder, "journal.jsonl"),
    statements: join(folder, "statements.jsonl"),
    thumbnails: join(folder, "pages"),
    unpacked: join(folder, "unpacked"),
    sources: join(folder, "sources.json"),
    part: join(folder, "part.json"),
  };
}
