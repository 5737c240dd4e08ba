import type { AnswerKey } from "../../core/grade/item-function.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { PageOutcome } from "../../core/reading/record.ts";
import { isSettled } from "../../core/results/decide-page.ts";
import type { Rubric } from "../../core/rules/tasks/rubric.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";

/** By what a file's pages are graded, so that a page whose points are sure after the first look needs no other. */
export interface PageRules {
  readonly items: readonly {
    readonly item: number;
    readonly keys: readonly AnswerKey[];
    readonly rubric?: Rubric | undefined;
  }[];
  readonly certainty?: number | undefined;
  /** The item of pages without a template's code; null if it is not known. */
  readonly named: number | null;
}

/** Whether a page's points are sure by the keys of its item, which its codes or its file's name say. */
export function settles(
  { items, certainty, named }: PageRules,
  texts: readonly string[],
): (reading: PageReading) => boolean {
  const said = new Set(texts.flatMap((text) => parseQrText(text)?.item ?? []));
  const item = said.size === 0 ? named : said.size === 1 ? [...said][0] : null;
  const rules = items.find((each) => each.item === item);
  return (reading) => rules !== undefined && isSettled(reading, { ...rules, certainty });
}

type ReadPage = Pick<PageOutcome, "reading" | "qr" | "codes"> & { readonly awaitsLooks?: true };

/** Whether a page was read with all the looks that it needs to be graded by these rules. */
export function isReadFor(rules: PageRules | undefined, { awaitsLooks, reading, qr, codes }: ReadPage): boolean {
  if (!awaitsLooks || reading === null) return true;
  return rules !== undefined && settles(rules, codes ?? (qr === null ? [] : [qr]))(reading);
}
