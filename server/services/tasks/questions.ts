import { and, eq } from "drizzle-orm";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { PICTURE_WANTED, pictureBytes, type Question, questionHasNoRoom } from "../../../core/rules/tasks/question.ts";
import type { PrintedQuestion } from "../../../core/template/question-block.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { questionPictures } from "../../db/schema.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { notFound, refuseIssues } from "../../refusal.ts";

type Pictures = ReadonlyMap<string, Uint8Array>;

/** The pictures of a task's questions by ID. */
export async function questionPicturesOf(query: Query, taskId: string): Promise<Pictures> {
  const rows = await query.select().from(questionPictures).where(eq(questionPictures.taskId, taskId));
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

export function questionPictureUrl(taskId: string, { picture }: Question): string | null {
  return picture === null ? null : `/task/question-picture/${taskId}/${picture}`;
}

/** Refuses if the task has no such picture. */
export async function questionPicture(query: Query, { taskId, pictureId }: { taskId: string; pictureId: string }) {
  const [row] = await query
    .select()
    .from(questionPictures)
    .where(and(eq(questionPictures.taskId, taskId), eq(questionPictures.id, pictureId)));
  if (!row) throw notFound();
  return row.bytes;
}

/** A question with its picture. */
export function printed(question: Question | null, pictures: Pictures): PrintedQuestion | null {
  if (question === null) return null;
  const { text, picture } = question;
  return { text, picture: picture === null ? null : (pictures.get(picture) ?? null) };
}

interface Asking {
  readonly question: Question | null | undefined;
}

/**
 * Questions of a form as they are stored, and their new pictures. Refuses pictures that are none and questions that have
 * no room on their sheets. Worker threads look at them, one after the other: a picture of 14 kB may have 49 megapixels.
 */
export async function storableQuestions<Item extends Asking>(
  context: AppContext,
  items: readonly Item[],
  { taskId }: { taskId: string | null },
): Promise<{ items: Item[]; pictures: Pictures }> {
  if (items.every(({ question }) => !question)) return { items: [...items], pictures: new Map() };
  const stored: Pictures = taskId === null ? new Map() : await questionPicturesOf(context.db.query, taskId);
  const pictures = new Map<string, Uint8Array>();
  const issues: RuleIssue[] = [];

  async function store({ text, picture }: Question, index: number): Promise<Question> {
    const field = `items[${index}].question`;
    const known = picture === null ? undefined : stored.get(picture);
    const sent = picture === null || known ? null : pictureBytes(picture);
    const request = { text, picture: known ?? null, sent, fontsDir: context.config.fontsDir };
    const looked = await askWorker(context, "question", request);
    const question = { text, picture: known || picture === null ? picture : newId() };
    if (picture !== null && looked.picture === null) {
      issues.push({ code: "not-a-picture", field: `${field}.picture`, message: PICTURE_WANTED });
    } else if (sent) pictures.set(question.picture!, looked.picture!);
    if (!looked.fits) {
      const issue = questionHasNoRoom({ text, picture: looked.picture && question.picture }, index + 1);
      issues.push({ ...issue, field: `${field}.${issue.field}` });
    }
    return question;
  }

  const checked: Item[] = [];
  for (const [index, item] of items.entries()) {
    const question = item.question ? await store(item.question, index) : item.question;
    checked.push({ ...item, question });
  }
  refuseIssues(issues);
  return { items: checked, pictures };
}
