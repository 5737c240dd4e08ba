import type { AppContext } from "../../context.ts";
import type { PushOutcome, SentPage } from "../../contract/tasks/exchange.ts";
import type { submissions, tasks } from "../../db/schema.ts";
import { loadRoster } from "../classes/rosters.ts";
import { taskItems } from "../tasks/task-items.ts";

export type Reason = NonNullable<PushOutcome["reason"]>;

/** The students and items that a task accepts answers for. */
export interface PlaceRules {
  readonly students: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

export async function pushRulesOf(context: AppContext, task: typeof tasks.$inferSelect): Promise<PlaceRules> {
  const [roster, items] = await Promise.all([loadRoster(context, task.classId), taskItems(context.db.query, task.id)]);
  return { students: new Set(roster.map(({ student_id }) => student_id)), items: new Set(items) };
}

/** Why a page cannot be an answer here; null if it can. */
export function refusalOf(page: Pick<SentPage, "student_id" | "item">, rules: PlaceRules): Reason | null {
  if (!rules.students.has(page.student_id)) {
    const message = `Not enrolled: the class has no student ${page.student_id}. Add the student to the class first.`;
    return { code: "not-enrolled", message };
  }
  if (rules.items.has(page.item)) return null;
  return { code: "item-unknown", message: `The task has no item ${page.item}.` };
}

/** Why a page does not replace the one that the web has. */
export function otherPage({ filename, receivedAt, graded }: typeof submissions.$inferSelect): Reason {
  const when = new Date(receivedAt).toISOString().slice(0, 16).replace("T", " ");
  const state = graded ? ", and it is graded" : "";
  return {
    code: "other-page",
    message: `The web has another page of this answer, ${filename} of ${when} UTC${state}.`,
  };
}

export const CORRECTED_HERE = {
  code: "corrected-in-web",
  message:
    "The page was corrected in the web, in another way. Pull again, and grade with --corrections corrections.json.",
};

export const CHOSEN_HERE = {
  code: "chosen-in-web",
  message:
    "Another reading of the page was chosen in the web. Pull again, and grade with --corrections corrections.json.",
};

export const TAKEN_BACK_HERE = {
  code: "taken-back-in-web",
  message:
    "What the results say of this page was taken back in the web. Pull again, and grade with --corrections " +
    "corrections.json; with --overwrite it is said again.",
};

/** Places in one are other places in the other. */
export const TURNED_HERE = {
  code: "turned-in-web",
  message:
    "The web shows the page turned another way than the results, so their corrections do not fit. Correct it there.",
};

export const PAGE_MISSING = { code: "page-missing", message: "The server does not have this page yet. Push again." };
