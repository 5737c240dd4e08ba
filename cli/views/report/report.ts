import { count, escapeMarkup } from "../../../core/basics/texts.ts";
import { NO_ANSWER_TEXTS, type NoAnswer } from "../../../core/opening/no-answer.ts";
import { manifestText } from "../../../core/results/results-manifest.ts";
import { rubricWords } from "../../../core/rules/tasks/rubric.ts";
import type { GradedPage, GradeRecord, StudentGrades } from "../../grading/grade-record.ts";
import { reasonLine } from "../reasons.ts";
import { groupsTable } from "./groups-table.ts";
import { htmlTable } from "./html.ts";
import { jpegSource, type PagePicture, pageSection } from "./page-section.ts";
import { REPORT_SCRIPT, REPORT_STYLE } from "./style.ts";

/**
 * `report.html`: one self-contained page, in parts, one for each page of the batch, so that the pictures
 * are never all in memory. `pictureOf` gives a page's picture by its index in `record.files`.
 */
export async function* reportHtml(
  record: GradeRecord,
  pictureOf: (index: number) => Promise<PagePicture | null>,
): AsyncGenerator<string, void, void> {
  const names = new Map(record.students.map(({ student_id, name }) => [student_id, name]));
  yield head(record);
  yield rubricList(record);
  yield queueTable(record);
  yield groupsTable(record);
  yield studentTable(record);
  yield CONTROLS;
  for (const [index, page] of record.files.entries()) {
    if (page.no_answer) continue;
    const name = names.get(page.student_id ?? "") ?? "";
    yield pageSection(page, { index, name, picture: await pictureOf(index) });
  }
  yield* asideGallery(record, pictureOf);
  yield `</main><script>${REPORT_SCRIPT}</script></body></html>\n`;
}

function head({ task, summary, manifest }: GradeRecord): string {
  const title = escapeMarkup(task.title);
  const figures = [
    ["Pages", summary.pages],
    ["Graded", summary.graded],
    ["Graded by the machine", summary.machine],
    ["In the queue", summary.queued],
    ...(summary.set_aside > 0 ? [["Set aside", summary.set_aside] as const] : []),
    ["Students", summary.students],
    ["Best possible", task.maximum],
  ];
  const list = figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("");
  // The policy makes sure that the report makes no network requests, whatever a file's name contains.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}: grading report</title>` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${REPORT_STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>Grades proposed by the machine; a person decides. ` +
    `${escapeMarkup(manifestText(manifest))}</p><dl class="summary">${list}</dl>\n`
  );
}

/** The rules of partial credit, for items that have any. */
function rubricList({ task }: GradeRecord): string {
  const lines = task.items.flatMap(({ item, rubric }) => {
    return rubricWords(rubric).map((text) => `<li>${escapeMarkup(`Item ${item}: ${text}`)}</li>`);
  });
  return lines.length === 0 ? "" : `<h2>Partial credit</h2><ul class="rubric">${lines.join("")}</ul>\n`;
}

const CONTROLS =
  '<div class="controls" role="group" aria-label="What is shown">' +
  '<label><input type="radio" name="show" value="all" checked> All pages</label>' +
  '<label><input type="radio" name="show" value="review"> Only pages that need review</label>' +
  '<label><input type="checkbox" name="overlay" checked> Draw what was read over the pictures</label></div>\n';

/** The pages that need a person, worst first. */
function queueTable({ queue, files, students }: GradeRecord): string {
  if (queue.length === 0) return "";
  const names = new Map(students.map(({ student_id, name }) => [student_id, name]));
  const table = htmlTable({
    caption: "The queue: pages that need a person, worst first",
    header: ["Page", "Reason", "Student", "Item", "Details"],
    rows: queue.map((entry) => {
      const index = files.findIndex(({ file, page }) => file === entry.file && page === entry.page);
      const place = entry.page > 1 || isStack(files, entry.file) ? `${entry.file}, page ${entry.page}` : entry.file;
      const student = entry.student_id === null ? "–" : `${entry.student_id} ${names.get(entry.student_id) ?? ""}`;
      return [
        `<a href="#page-${index}">${escapeMarkup(place)}</a>`,
        `<span class="status review">${escapeMarkup(entry.label)}</span>`,
        escapeMarkup(student),
        entry.item === null ? "–" : String(entry.item),
        escapeMarkup(reasonLine(entry.reasons)),
      ];
    }),
  });
  return table + missingList({ queue, students });
}

/** The pages that cannot be answers, as small pictures to look over. */
async function* asideGallery(
  { files }: GradeRecord,
  pictureOf: (index: number) => Promise<PagePicture | null>,
): AsyncGenerator<string, void, void> {
  const aside = files.flatMap((page, index) => (page.no_answer ? [{ page, what: page.no_answer, index }] : []));
  if (aside.length === 0) return;
  yield `<section class="aside" aria-labelledby="aside"><h2 id="aside">Set aside: ${count(aside.length, "page")}</h2>` +
    "<p>Nobody needs to settle these pages. If one is an answer after all, add a line with its file, page, " +
    "student_id and item to review.csv, and run the command again with <code>--resume</code>.</p><ul>\n";
  for (const { page, what, index } of aside) yield asideTile(page, { what, index, picture: await pictureOf(index) });
  yield "</ul></section>\n";
}

function asideTile(
  { file, page }: GradedPage,
  { what, index, picture }: { what: NoAnswer; index: number; picture: PagePicture | null },
): string {
  const image =
    picture === null ? "" : `<img src="${jpegSource(picture.jpeg)}" alt="" decoding="async" loading="lazy">`;
  return (
    `<li id="page-${index}"><figure>${image}<figcaption>${escapeMarkup(file)}, page ${page}<br>` +
    `${NO_ANSWER_TEXTS[what]}</figcaption></figure></li>\n`
  );
}

function isStack(files: readonly GradedPage[], name: string): boolean {
  return files.some(({ file, page }) => file === name && page > 1);
}

/** Whose the unassigned pages may be: the answers without a hand-in. */
function missingList({ queue, students }: Pick<GradeRecord, "queue" | "students">): string {
  if (queue.every(({ student_id }) => student_id !== null)) return "";
  const missing = students.flatMap(({ student_id, name, items }) =>
    items
      .filter(({ file }) => file === null)
      .map(({ item }) => `${student_id} ${name}, item ${item}`.replace(" ,", ",")),
  );
  if (missing.length === 0) return "";
  const items = missing.map((text) => `<li>${escapeMarkup(text)}</li>`).join("");
  return (
    `<details class="missing"><summary>${missing.length} answers have no page yet: the pages that are nobody's may be ` +
    `theirs</summary><ul>${items}</ul><p>Fill in <code>student_id</code> and <code>item</code> in review.csv, and run ` +
    "the command again with <code>--resume</code>.</p></details>\n"
  );
}

function studentTable({ students, files, task }: GradeRecord): string {
  const items = task.items.map(({ item }) => `Item ${item}`);
  return htmlTable({
    caption: "Students",
    header: ["Student", "Name", ...items, "Total", "Status"],
    rows: students.map((student) => [
      escapeMarkup(student.student_id),
      escapeMarkup(student.name),
      ...student.items.map((entry) => itemCell(entry, files)),
      student.total === null ? "–" : `${student.total} of ${task.maximum}`,
      `<span class="status ${statusClass(student.status)}">${STUDENT_WORDS[student.status]}</span>`,
    ]),
  });
}

function itemCell(entry: StudentGrades["items"][number], files: readonly GradedPage[]): string {
  if (entry.file === null) return "–";
  const index = files.findIndex(({ file, page }) => file === entry.file && page === entry.page);
  return `<a href="#page-${index}">${entry.grade ?? "review"}</a>`;
}

const STUDENT_WORDS: Readonly<Record<StudentGrades["status"], string>> = {
  graded: "Graded",
  review: "Needs review",
  incomplete: "Items missing",
  missing: "Nothing handed in",
  "not-enrolled": "Not enrolled",
};

function statusClass(status: StudentGrades["status"]): string {
  return status === "graded" ? "graded" : "review";
}
