import { join } from "node:path";

/** Names of what a batch leaves in its folder. */
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

/**
 * Where a batch keeps what `--resume`, the report and a push need, and the lock that keeps other runs away; and where
 * `feedback` keeps the list of what it wrote.
 */
export function workFolder(out: string): {
  readonly folder: string;
  readonly lock: string;
  readonly feedback: string;
  readonly journal: string;
  readonly thumbnails: string;
  readonly sources: string;
} {
  const folder = join(out, ".circuitgrade");
  return {
    folder,
    lock: join(folder, "lock"),
    feedback: join(folder, "feedback.json"),
    journal: join(folder, "journal.jsonl"),
    thumbnails: join(folder, "pages"),
    sources: join(folder, "sources.json"),
  };
}
