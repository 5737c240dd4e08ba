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

/** Where a batch keeps what `--resume`, the report and a push need. */
export function workFolder(out: string): {
  readonly journal: string;
  readonly thumbnails: string;
  readonly sources: string;
} {
  const folder = join(out, ".circuitgrade");
  return {
    journal: join(folder, "journal.jsonl"),
    thumbnails: join(folder, "pages"),
    sources: join(folder, "sources.json"),
  };
}
