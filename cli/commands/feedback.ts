import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { annotatedJpeg } from "../../core/annotate/annotated-jpeg.ts";
import { count } from "../../core/basics/texts.ts";
import { type FeedbackFormat, feedbackFile } from "../../core/feedback/feedback-file.ts";
import { feedbackPdf } from "../../core/feedback/feedback-pdf.ts";
import { type ItemFeedback, type StudentFeedback, showsReading } from "../../core/feedback/student-feedback.ts";
import { netlistOf } from "../../core/netlist/formats/json.ts";
import { readAs } from "../../core/reading/read-as.ts";
import { loadKeptDrawings } from "../copies/load-drawings.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { readJournal } from "../grading/journal.ts";
import { thumbnailName } from "../reading/messages.ts";
import { EVERYBODY, settleFeedbackList } from "../results/feedback-list.ts";
import { feedbackOf, loadResults } from "../results/load-results.ts";
import { workFolder } from "../results/result-files.ts";
import { reportUnconfirmed, UNCONFIRMED_FILE, unconfirmedStudents } from "../results/unconfirmed.ts";
import type { Terminal } from "../terminal.ts";
import { loadFonts, warnOfLackingLetters } from "../views/lacking-letters.ts";
import { startProgress } from "../views/progress.ts";

interface FeedbackOptions {
  readonly results: string;
  readonly out: string;
  readonly format: FeedbackFormat | "one-pdf";
  readonly includeUnconfirmed?: boolean;
}

/**
 * `circuitgrade feedback --results DIR`: a file for each student with their annotated pages, points and comments; with
 * `one-pdf` a single file to print. Students whose points nobody has confirmed get none, unless it is asked for. Exit
 * code 1 if some are left out, or pages have no picture or no grade.
 */
export async function runFeedback(options: FeedbackOptions, { terminal }: { terminal: Terminal }): Promise<ExitCode> {
  const record = await loadResults(options.results);
  const handedIn = feedbackOf(record).filter(({ items }) => items.some((item) => item.handedIn));
  const known = new Set(handedIn.map(({ studentId }) => studentId));
  const unconfirmed = unconfirmedStudents(record).filter(({ student_id }) => known.has(student_id));
  const leftOut = new Set(options.includeUnconfirmed ? [] : unconfirmed.map(({ student_id }) => student_id));
  const students = handedIn.filter(({ studentId }) => !leftOut.has(studentId));
  for (const name of await settleFeedbackList(options.out, filesOf(students, options))) {
    const isOtherFormat =
      students.length > 0 && (name === EVERYBODY || students.some(({ studentId }) => name.startsWith(`${studentId}.`)));
    const isUnconfirmed = [...leftOut].some((id) => name.startsWith(`${id}.`));
    const why = isUnconfirmed
      ? "its student's points are not confirmed"
      : isOtherFormat
        ? "it was of another format"
        : "its student has no feedback any more";
    terminal.warn(`${join(options.out, name)} was removed: ${why}`);
  }
  const list = options.includeUnconfirmed ? join(options.out, UNCONFIRMED_FILE) : null;
  await reportUnconfirmed(unconfirmed, { terminal, list, record });
  if (students.length === 0) return EXIT.nothing;
  const fonts = loadFonts();
  if (options.format !== "html") {
    const comments = students.flatMap(({ title, items }) => [title, ...items.map(({ comment }) => comment)]);
    warnOfLackingLetters({ students, texts: comments }, fonts, terminal);
  }
  const pictureOf = await openPictures(record, options.results);
  const progress = await startProgress(terminal, "Writing");
  let lacking = 0;
  async function withPictures(student: StudentFeedback): Promise<StudentFeedback> {
    const items = await Promise.all(
      student.items.map(async (item) => ({ ...item, picture: await pictureOf(student.studentId, item) })),
    );
    lacking += items.filter(({ handedIn, picture, grade }) => handedIn && (picture === null || grade === null)).length;
    return { ...student, items };
  }
  async function* all(): AsyncGenerator<StudentFeedback> {
    for (const [index, student] of students.entries()) {
      yield await withPictures(student);
      progress.update(index + 1, students.length);
    }
  }
  try {
    const { format, out } = options;
    if (format === "one-pdf") await writeWhole(join(out, EVERYBODY), await feedbackPdf(all(), { fonts }));
    else {
      for await (const student of all()) {
        await writeWhole(join(out, `${student.studentId}.${format}`), await feedbackFile(student, { format, fonts }));
      }
    }
  } finally {
    progress.end();
  }
  terminal.say(`Feedback for ${count(students.length, "student")} written to ${options.out}`);
  if (lacking > 0) terminal.warn(`! ${count(lacking, "page")} without a grade or a picture`);
  return lacking + unconfirmed.length > 0 ? EXIT.review : EXIT.ok;
}

function filesOf(students: readonly StudentFeedback[], { format, results }: FeedbackOptions) {
  const names = students.map(({ studentId }) => (format === "one-pdf" ? EVERYBODY : `${studentId}.${format}`));
  return { results: resolve(results), files: [...new Set(names)] };
}

/** Finds the page, annotated if its feedback describes the drawing, of a student's item among the batch's pictures. */
async function openPictures(record: GradeRecord, folder: string) {
  const work = workFolder(folder);
  const known = readJournal(work.journal, record.model);
  const drawings = (await loadKeptDrawings(folder)) ?? [];
  return async (studentId: string, item: ItemFeedback): Promise<Uint8Array | null> => {
    const drawing = drawings.find((each) => each.student_id === studentId && each.item === item.item);
    if (drawing === undefined) return null;
    const machine = known.get(drawing.sha256)?.get(drawing.page)?.reading;
    const own = record.files.find(({ sha256, page }) => sha256 === drawing.sha256 && page === drawing.page);
    const chosen = own?.said?.statements.find((each) => each.kind === "choice");
    const reading = machine && chosen ? readAs(machine, netlistOf(chosen.netlist)) : machine;
    const path = join(work.thumbnails, thumbnailName(drawing.sha256, drawing.page));
    const picture = await readFile(path).catch(() => null);
    return picture && (reading && showsReading(item) ? annotatedJpeg(picture, reading) : picture);
  };
}
