import {
  type ChosenRecord,
  chosenNetlist,
  chosenRecord,
  type PageChosen,
} from "../../core/corrections/chosen-record.ts";
import { readAs } from "../../core/reading/read-as.ts";
import { namedReading } from "../../core/verdict/named-reading.ts";
import { packPage } from "../reading/lazy-page.ts";
import { saidOfPage } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { pageKey } from "./grade-page.ts";
import { type SettledPage, settlementOf } from "./settled-pages.ts";

interface Choices {
  /** What a person has settled here, by `pageKey`. */
  readonly settled: ReadonlyMap<string, SettledPage>;
  /** Readings that were chosen in the web; what is said here counts before them. */
  readonly chosen?: readonly PageChosen[];
}

/** The pages, each read as a person has said that it is to be read. */
export function readAsChosen(pages: readonly BatchPage[], choices: Choices): readonly BatchPage[] {
  return pages.map((page) => {
    const { file, result } = page;
    const chosen = choiceFor(page, choices);
    if (chosen === null || result.reading === null) return page;
    return { file, result: packPage({ ...result, reading: readAs(result.reading, chosenNetlist(chosen)) }), chosen };
  });
}

function choiceFor({ file, result }: BatchPage, { settled, chosen = [] }: Choices): ChosenRecord | null {
  const said = settlementOf({ sha256: result.fileHash }, settled.get(pageKey(file.file, result.page)));
  if (said?.reading) {
    const named = result.reading && namedReading(result.reading.looks, said.reading);
    return named && chosenRecord(named);
  }
  return saidOfPage(result, chosen)?.chosen ?? null;
}
