import { readAs } from "../../core/reading/read-as.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { pageKey } from "./grade-page.ts";
import { type SettledPage, settlementOf } from "./settled-pages.ts";

/** The pages, each read as a person has said that it is to be read. */
export function readAsChosen(
  pages: readonly BatchPage[],
  settled: ReadonlyMap<string, SettledPage>,
): readonly BatchPage[] {
  return pages.map(({ file, result }) => {
    const said = settlementOf({ sha256: result.fileHash }, settled.get(pageKey(file.file, result.page)));
    const chosen = said?.reading && result.reading ? readAs(result.reading, said.reading) : null;
    return { file, result: chosen === null ? result : { ...result, reading: chosen } };
  });
}
