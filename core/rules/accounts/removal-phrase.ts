import { asSeen } from "../../basics/as-seen.ts";
import type { TaskType } from "../tasks/task-types.ts";

/** The message if the typed text is not the phrase. */
export const PHRASE_MISMATCH = "Verification text does not match. Please try again.";

/** What must be typed before a task with submissions is deleted: 'Half adder_quiz_remove'. */
export function taskRemovalPhrase(task: { readonly title: string; readonly exam_type: TaskType }): string {
  return `${task.title}_${task.exam_type}_remove`;
}

/** What must be typed before a class is deleted: 'CPE 101_MWF 9:00_remove'. */
export function classRemovalPhrase(group: { readonly class_code: string; readonly class_schedule: string }): string {
  return `${group.class_code}_${group.class_schedule}_remove`;
}

/** Whether the phrase was typed as it is seen: nobody sees two blanks, or characters that show nothing. */
export function isPhrase(typed: string, phrase: string): boolean {
  return asSeen(typed) === asSeen(phrase);
}
