import { PAGE_DATA_ID, type PageData } from "../server/contract/pages.ts";

/** What the server put into the document. */
export const PAGE_DATA: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "null");

const answers = new Map(Object.entries(PAGE_DATA.answers));

/** The answer to a GET call that came with the document, until `dropFirstAnswer` says that it was used. */
export function firstAnswer(path: string): unknown {
  return answers.get(path);
}

/** From then on the call is made anew. */
export function dropFirstAnswer(path: string): void {
  answers.delete(path);
}
