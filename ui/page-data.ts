import { PAGE_DATA_ID, type PageData } from "../server/contract/pages.ts";

/** Whether the server makes this HTML, which the page's script replaces. */
export const isMade = typeof document === "undefined";

let read: { readonly data: PageData; readonly answers: Map<string, unknown> } | undefined;

function fromDocument() {
  if (read === undefined) {
    const element = document.getElementById(PAGE_DATA_ID);
    setPageData(JSON.parse(element?.textContent ?? "null"));
    // While names are hidden, the page must not contain them either. A large class's data is also long.
    element?.remove();
  }
  return read!;
}

/** Renders from `data`: on the server there is no document. */
export function setPageData(data: PageData): void {
  read = { data, answers: new Map(Object.entries(data.answers)) };
}

/** The data that the server put into the document. */
export function pageData(): PageData {
  return fromDocument().data;
}

/** The response to a GET call that came with the document, until `dropFirstAnswer` says that it was used. */
export function firstAnswer(path: string): unknown {
  return fromDocument().answers.get(path);
}

/** From then on the call is really made. */
export function dropFirstAnswer(path: string): void {
  fromDocument().answers.delete(path);
}
