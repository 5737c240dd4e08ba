import type { InputFile } from "../inputs/find-inputs.ts";
import type { FilePage } from "../reading/messages.ts";

/** A page that was just read, for `--verbose`: `scans/a.pdf, page 2: read in 0.84 s`. */
export function pageDetail({ page, failure, seconds }: FilePage, { file }: InputFile): string {
  const place = page > 1 ? `${file}, page ${page}` : file;
  return `${place}: ${failure === null ? `read in ${seconds.toFixed(2)} s` : failure.message}`;
}
