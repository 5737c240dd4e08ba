import type { ResponseOf } from "../../server/contract/endpoints.ts";
import { pageKey } from "../grading/grade-page.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import type { ReviewTask } from "./review-state.ts";
import type { WebSession } from "./web-session.ts";

/** What a person has said of a page in the web, as the cells of its line in `review.csv`. */
export interface WebSettlement {
  readonly student_id: string;
  readonly item: string;
  readonly grade: string;
  /** The number of the reading that was chosen; its points are `grade`. */
  readonly reading: string;
  readonly comment: string;
  readonly ignore: string;
}

type WebFile = ResponseOf<"getFiles">["files"][number];
type StackPage = ResponseOf<"getStack">["page_list"][number];

/** What the web knows of a task's pages. */
export interface WebPages {
  readonly files: readonly WebFile[];
  readonly stackPages: readonly StackPage[];
  /** What is different in the reading that a person chose, by the file's ID. */
  readonly chosen: ReadonlyMap<string, string>;
}

interface Loading {
  /** With the questions that were asked. */
  readonly record: Pick<GradeRecord, "files">;
  /** What was known before: a page that has the same points since is not asked for its reading again. */
  readonly before: WebPages | null;
}

export async function loadWebPages(web: WebSession, taskId: string, { record, before }: Loading): Promise<WebPages> {
  const { files } = await web.call("getFiles", { params: { taskId } });
  const { stacks } = await web.call("getStacks", { params: { taskId } });
  const lists = await Promise.all(stacks.map(({ id }) => web.call("getStack", { params: { stackId: id } })));
  const asked = new Set(record.files.flatMap(({ sha256, question }) => (question === null ? [] : [sha256])));
  const chosen = new Map<string, string>();
  for (const file of files) {
    if (!file.graded || !asked.has(file.sha256)) continue;
    const isKnown = before?.files.some((other) => other.id === file.id && hasSamePoints(other, file));
    const text = isKnown ? before?.chosen.get(file.id) : await chosenReading(web, file);
    if (text !== undefined) chosen.set(file.id, text);
  }
  return { files, stackPages: lists.flatMap(({ page_list }) => page_list), chosen };
}

function hasSamePoints(a: WebFile, b: WebFile): boolean {
  return a.graded && b.graded && a.total_grade === b.total_grade;
}

async function chosenReading(web: WebSession, { id }: WebFile): Promise<string | undefined> {
  const { chosen } = await web.call("getGradeRows", { params: { fileId: id } });
  return chosen?.text;
}

/** Pages of the results that a person has settled in the web, by `pageKey`. */
export function webSettlements(
  { files: pages }: Pick<GradeRecord, "files">,
  { files, stackPages, chosen }: WebPages,
  handed: ReviewTask["handed"],
): Map<string, WebSettlement> {
  const settled = new Map<string, WebSettlement>();
  const answers = new Map(files.filter(({ counts }) => counts).map((file) => [answerKey(file), file]));
  for (const page of pages) {
    const file = answers.get(`${page.student_id} ${page.item}`);
    // The answer may be another picture by now.
    if (!page.counts || file?.sha256 !== page.sha256) continue;
    if (isSettled(page, file)) {
      const reading = readingOf(page, { text: chosen.get(file.id), points: file.total_grade });
      settled.set(pageKey(page.file, page.page), { ...saidOf(file), reading });
    }
  }
  const byId = new Map(files.map((file) => [file.id, file]));
  for (const stackPage of stackPages) {
    const origin = handed[stackPage.place];
    const page = pages.find(({ file, page }) => file === origin?.file && page === origin.page);
    if (page === undefined) continue;
    const said = settlementOf(stackPage, byId);
    if (said !== null && !isKnown(page, said)) settled.set(pageKey(page.file, page.page), said);
  }
  return settled;
}

/** The number of the reading with this text that gave the points; empty if they are not a reading's. */
function readingOf(
  { question }: GradedPage,
  { text, points }: { text: string | undefined; points: number | null },
): string {
  const index = question?.choices.findIndex((choice) => choice.text === text && choice.points === points) ?? -1;
  return index === -1 ? "" : String(index + 1);
}

function answerKey({ student_id, item_number }: WebFile): string {
  return `${student_id} ${item_number}`;
}

/** A grade that the results do not have. */
function isSettled(page: GradedPage, file: WebFile): boolean {
  if (!file.graded || file.total_grade === null) return false;
  return page.status !== "graded" || page.grade !== file.total_grade || (page.comment ?? "") !== (file.comment ?? "");
}

/** Whether the results say the same already: they were graded again since. */
function isKnown(page: GradedPage, said: WebSettlement): boolean {
  if (said.ignore !== "") return page.status === "extra";
  if (String(page.student_id) !== said.student_id || String(page.item) !== said.item) return false;
  return said.grade === "" || (page.status === "graded" && String(page.grade) === said.grade);
}

function settlementOf(page: StackPage, files: ReadonlyMap<string, WebFile>): WebSettlement | null {
  if (page.state === "rejected") return { ...NOTHING, ignore: "yes" };
  const file = page.file_id === null ? undefined : files.get(page.file_id);
  if (page.state !== "placed" || file === undefined) return null;
  if (file.graded && file.counts) return saidOf(file);
  return { ...NOTHING, student_id: file.student_id, item: String(file.item_number) };
}

const NOTHING: WebSettlement = { student_id: "", item: "", grade: "", reading: "", comment: "", ignore: "" };

function saidOf({ student_id, item_number, total_grade, comment }: WebFile): WebSettlement {
  return {
    student_id,
    item: String(item_number),
    grade: String(total_grade ?? ""),
    reading: "",
    comment: comment ?? "",
    ignore: "",
  };
}
