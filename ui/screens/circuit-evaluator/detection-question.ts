import { counted } from "../../format.ts";

/** With what pages are read again, and which. */
export interface ThresholdChoice {
  readonly value: number | "auto";
  readonly mode: "single" | "multiple";
}

/** What is asked before pages are read from scratch; null if nothing can be lost. */
export function detectionQuestion(
  { mode }: ThresholdChoice,
  { edited, pages }: { readonly edited: boolean; readonly pages: number },
): { title: string; text: string } | null {
  const corrections = edited ? "Your corrections of this page are replaced by what is found." : "";
  if (mode === "single") return edited ? { title: "Read the page anew?", text: corrections } : null;
  const text =
    `All ${counted(pages, "page")} of the task are read again, but for other pages with corrections. ` +
    "What is proposed for them may change; grades that were given stay.";
  return { title: "Read all pages anew?", text: `${text} ${corrections}`.trim() };
}
