import type { InputFile } from "../inputs/find-inputs.ts";
import { pageName } from "../pages/page-name.ts";
import type { FilePage } from "../reading/messages.ts";

/** A page that was just read, for `--verbose`: `scans/a.pdf, page 2: read in 0.84 s`. */
export function pageDetail({ page, failure, seconds }: FilePage, { file }: InputFile): string {
  return `${pageName(file, page)}: ${failure === null ? `read in ${seconds.toFixed(2)} s` : failure.message}`;
}
