import type { BatchPage } from "../reading/read-batch.ts";
import { pageName } from "./page-name.ts";

/** A page that could not be read, and why. */
export interface FailedPage {
  readonly file: string;
  readonly message: string;
}

export function failedPages(pages: readonly BatchPage[]): FailedPage[] {
  return pages.flatMap(({ file, result }) => {
    if (result.reading !== null) return [];
    return [{ file: pageName(file.file, result.page), message: result.failure?.message ?? "not read" }];
  });
}
