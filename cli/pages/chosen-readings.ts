import { foldWords } from "../../core/page-record/fold.ts";
import { readAs } from "../../core/reading/read-as.ts";
import { packPage } from "../reading/lazy-page.ts";
import { type SaidPage, saidOfPage } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { type PageWords, wordsAbout } from "./page-words.ts";
import { saidIn } from "./said-pages.ts";

interface Choices {
  readonly words: PageWords;
  /** What was said in the web; what is said in the folder comes after it. */
  readonly web?: readonly SaidPage[];
}

/** The pages, each read as a person has said that it is to be read. */
export function readAsChosen(pages: readonly BatchPage[], { words, web = [] }: Choices): readonly BatchPage[] {
  return pages.map((page) => {
    const { file, result } = page;
    const picture = { file: file.file, page: result.page, sha256: result.fileHash };
    const said = saidIn(saidOfPage(result, web), wordsAbout(picture, words));
    const { choice } = foldWords(said);
    if (choice === null || result.reading === null) return { ...page, said };
    const reading = readAs(result.reading, choice.statement.netlist);
    return { file, result: packPage({ ...result, reading }), said };
  });
}
