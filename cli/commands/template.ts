import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { count } from "../../core/basics/texts.ts";
import type { FontBook } from "../../core/fonts/font-book.ts";
import { namesText } from "../../core/rules/tasks/item-names.ts";
import { PICTURE_WANTED, pictureBytes } from "../../core/rules/tasks/question.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { redrawQuestionPicture } from "../../core/scan/redraw-picture.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { type PrintedQuestion, QuestionTooLong } from "../../core/template/question-block.ts";
import { renderTemplate, type TemplateContent, type TemplatePage } from "../../core/template/template-pdf.ts";
import { terminalsOf } from "../../core/template/terminals.ts";
import type { Surroundings } from "../act.ts";
import { CommandFailure, EXIT, type ExitCode, mustBeCorrected } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { type ListOptions, loadRoster } from "../inputs/load-roster.ts";
import { loadTask } from "../inputs/load-task.ts";
import { readNamed } from "../inputs/read-named.ts";
import { loadFonts, warnOfLackingLetters } from "../views/lacking-letters.ts";

interface TemplateOptions extends ListOptions {
  readonly task: string;
  readonly out: string;
  /** The address of the students' upload page. */
  readonly origin: string;
  /** A roster: each student gets personal pages. */
  readonly personal?: string;
}

/**
 * `circuitgrade template`: a task's printable template, a page for each item, with `--personal` for each student, too.
 */
export async function runTemplate(options: TemplateOptions, { terminal, workerUrl }: Surroundings): Promise<ExitCode> {
  if (!URL.canParse(options.origin)) throw new CommandFailure(EXIT.usage, `${options.origin} is not a URL.`);
  const task = await loadTask(options.task, terminal);
  const secret = process.env.TEMPLATE_SECRET || task.template_key || "";
  if (options.personal !== undefined && secret === "") throw keyMissing(options.task);
  const { personal } = options;
  const roster =
    personal === undefined ? null : await loadRoster(personal, { task, list: options, terminal, workerUrl });
  const students = roster?.students ?? [null];
  if (students.length === 0) throw new CommandFailure(EXIT.usage, `${options.personal} contains no student.`);
  const questions = await questionsOf(task, options.task);
  const items = students.flatMap((student) => pagesOf(task, { student, questions, origin: options.origin, secret }));
  const fonts = loadFonts();
  await writeWhole(options.out, await render({ title: task.title, className: null, items }, fonts));
  terminal.say(`${options.out}: ${count(items.length, "page")}`);
  const named = students.filter((student) => student !== null);
  warnOfLackingLetters(
    { students: named, texts: [task.title, ...task.items.map(({ question }) => question?.text ?? "")] },
    fonts,
    terminal,
  );
  if (secret === "") {
    terminal.say(
      "TEMPLATE_SECRET is not set: 'circuitgrade grade' accepts these pages, but a CircuitGrade server does not.",
    );
  }
  return roster?.isWhole === false ? EXIT.review : EXIT.ok;
}

interface PageMaker {
  /** Null: pages for everybody. */
  readonly student: TemplatePage["student"] | null;
  /** By item. */
  readonly questions: ReadonlyMap<number, PrintedQuestion>;
  readonly origin: string;
  readonly secret: string;
}

function pagesOf(task: TaskFile, { student, questions, ...signing }: PageMaker): TemplatePage[] {
  const items = [...task.items].sort((a, b) => a.item - b.item);
  return items.map(({ item, names = null, keys }) => {
    const terminals = task.terminals ? { terminals: terminalsOf({ names, keys: keys.length }) } : {};
    const content = { taskId: task.id, item, ...(student && { studentId: student.studentId }), ...terminals };
    const printed = { names: namesText(names), question: questions.get(item) ?? null };
    return { item, ...printed, qrText: formatQrText(content, signing), ...(student && { student }) };
  });
}

/** What the items ask, with their pictures. */
async function questionsOf({ items }: TaskFile, taskPath: string): Promise<Map<number, PrintedQuestion>> {
  const questions = new Map<number, PrintedQuestion>();
  for (const { item, question } of items) {
    if (!question) continue;
    const { text, picture } = question;
    if (picture === null) {
      questions.set(item, { text, picture });
      continue;
    }
    const path = join(dirname(taskPath), picture);
    const sent = pictureBytes(picture) ?? (await readNamed(path, "picture"));
    const bytes = await redrawQuestionPicture(sent);
    if (bytes === null) throw mustBeCorrected(taskPath, `The picture of item ${item} is not one. ${PICTURE_WANTED}`);
    questions.set(item, { text, picture: bytes });
  }
  return questions;
}

/** A page that anybody could make must not decide whose answer it is. */
function keyMissing(path: string): CommandFailure {
  const key = randomBytes(24).toString("base64url");
  const message =
    `Personal templates are signed, and ${path} has no key. Add this line to it, and keep the file to yourself:\n` +
    `  "template_key": "${key}",`;
  return new CommandFailure(EXIT.usage, message);
}

async function render(content: TemplateContent, fonts: FontBook): Promise<Uint8Array> {
  try {
    return await renderTemplate(content, { fonts });
  } catch (error) {
    if (error instanceof QuestionTooLong) {
      throw new CommandFailure(EXIT.usage, `${error.message} Shorten it, or leave out its picture.`);
    }
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailure(
      EXIT.usage,
      `${error.message} Give the task a shorter id, --origin a shorter URL, or terminals shorter names.`,
    );
  }
}
