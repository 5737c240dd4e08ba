import { basename } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { findAnswerName } from "../../core/rules/files/file-name.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";
import type { ProposedPage } from "./grade-page.ts";
import type { GradedPage } from "./grade-record.ts";
import { isOfOtherItem, isOfOtherTask } from "./identify-page.ts";

/**
 * Settles which page counts if a student has several for one item:
 *
 * 1. In a file, a page without a QR code is `extra` if another page of this answer has one, or if any page belongs to
 *    another task. So is a page that cannot be an answer, if another page of this answer can.
 * 2. As on the server, a sheet of another item than the file name says is `extra` if the file has a sheet of the named
 *    item and another readable page counts for the sheet's own item.
 * 3. Readable pages go before unreadable ones; then the last in natural order counts, as a later upload replaces an
 *    earlier one.
 * 4. If more than one is left, all go to review: only a person knows which one was meant.
 *
 * If a person has graded exactly one of them, it counts and the others are `extra`. Pages that a person has called no
 * answers, and pages without an owner that cannot be answers, are set aside.
 */
export function settleDuplicates(all: readonly ProposedPage[]): GradedPage[] {
  const pages = all.filter(({ settled }) => settled !== "ignored");
  const assigned = pages.filter(({ student_id, item }) => student_id !== null && item !== null);
  const groups = groupBy(assigned, ({ student_id, item }) => `${student_id} ${item}`);
  const ofOtherTask = new Set(pages.filter(isOfOtherTask).map(({ file }) => file));
  const settled = new Map<ProposedPage, GradedPage>();
  for (const group of groups.values()) {
    const graded = group.filter((page) => page.settled === "graded");
    const extras = group.filter((page) => {
      return graded.length === 1 ? page !== graded[0] : isExtra(page, { group, ofOtherTask });
    });
    const candidates = group.filter((page) => !extras.includes(page));
    const read = candidates.filter((page) => page.status !== "failed");
    const chosen = (read.length > 0 ? read : candidates).at(-1);
    for (const page of extras) settled.set(page, setAside(page));
    for (const page of candidates) {
      const others = candidates.filter((other) => other !== page);
      settled.set(page, settle(page, { counts: page === chosen, others, chosen: chosen ?? page }));
    }
  }
  const counting = pages.filter((page) => page.status !== "failed" && settled.get(page)?.counts);
  for (const page of pages) if (isOfUnnamedItem(page, { pages, counting })) settled.set(page, setAside(page));
  return all.map((page) => {
    const isNobodys = page.student_id === null && page.item === null;
    if (page.settled === "ignored") return setAside(page);
    if (page.noAnswer !== null && isNobodys) return { ...setAside(page), no_answer: page.noAnswer };
    return settled.get(page) ?? { ...strip(page), counts: false };
  });
}

interface Surroundings {
  readonly group: readonly ProposedPage[];
  /** Files. */
  readonly ofOtherTask: ReadonlySet<string>;
}

function isExtra(page: ProposedPage, { group, ofOtherTask }: Surroundings): boolean {
  const { coded, file } = page;
  if (coded) return false;
  const ofFile = group.filter((other) => other.file === file);
  return ofOtherTask.has(file) || ofFile.some((other) => other.coded) || isEmptyPart(page, ofFile);
}

/** Whether a page of a file holds nothing, and another one of it does. */
function isEmptyPart({ noAnswer }: ProposedPage, ofFile: readonly ProposedPage[]): boolean {
  return noAnswer !== null && ofFile.some((other) => other.noAnswer === null);
}

interface AllPages {
  readonly pages: readonly ProposedPage[];
  /** Those that could be read and count. */
  readonly counting: readonly ProposedPage[];
}

/**
 * Whether a page is another item's sheet in a file that is named for an item with a sheet of its own, and another page
 * counts for its item.
 */
function isOfUnnamedItem(page: ProposedPage, { pages, counting }: AllPages): boolean {
  if (!isOfOtherItem(page)) return false;
  const named = findAnswerName(basename(page.file), undefined, { otherIds: true })?.item;
  const own = parseQrText(page.qr ?? "")?.item;
  const isTheirs = ({ student_id }: ProposedPage) => student_id === page.student_id;
  return (
    pages.some((other) => isTheirs(other) && other.file === page.file && other.coded && other.item === named) &&
    counting.some((other) => isTheirs(other) && other.item === own)
  );
}

function setAside(page: ProposedPage): GradedPage {
  return { ...strip(page), status: "extra", counts: false, reasons: [], by: null };
}

interface Settlement {
  readonly counts: boolean;
  readonly others: readonly ProposedPage[];
  readonly chosen: ProposedPage;
}

function settle(page: ProposedPage, { counts, others, chosen }: Settlement): GradedPage {
  if (others.length === 0) return { ...strip(page), counts };
  const place = (other: ProposedPage) => placeFrom(page, other);
  const message = counts
    ? `Handed in more than once: this page counts, not ${others.map(place).join(", ")}. Check which one was meant.`
    : `Handed in more than once: ${place(chosen)} counts, not this page. Check which one was meant.`;
  const reasons = [...page.reasons, { code: "duplicate", message }];
  const status = page.status === "failed" ? "failed" : "review";
  return { ...strip(page), counts, reasons, status, by: null };
}

/** Where a page is, for a reader who knows where `from` is. */
function placeFrom(from: ProposedPage, { file, page }: ProposedPage): string {
  if (file === from.file) return `page ${page}`;
  return page > 1 ? `${file} page ${page}` : file;
}

function strip({ coded: _, settled: __, noAnswer: ___, ...page }: ProposedPage): Omit<GradedPage, "counts"> {
  return { ...page, no_answer: null };
}
