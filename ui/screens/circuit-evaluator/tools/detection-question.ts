import { counted } from "../../../format.ts";

export interface ThresholdChoice {
  readonly value: number | "auto";
  readonly mode: "single" | "multiple";
}

/** The question before pages are read from scratch; null if nothing can be lost. */
export function detectionQuestion(
  { mode }: ThresholdChoice,
  { edited, pages }: { readonly edited: boolean; readonly pages: number },
): { title: string; text: string } | null {
  const corrections = edited ? "Your corrections of this page are replaced by what is found." : "";
  if (mode === "single") return edited ? { title: "Read the page again?", text: corrections } : null;
  const text =
    `All ${counted(pages, "page")} of the task are read again, except other pages with corrections. ` +
    "Their proposed grades may change; existing grades stay.";
  return { title: "Read all pages again?", text: `${text} ${corrections}`.trim() };
}
