import { QUESTION } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";

/** What an item asks of students. */
export interface Question {
  /** May be empty if there is a picture. */
  readonly text: string;
  /** The stored picture's ID, or a new one as a data URL; null: none. */
  readonly picture: string | null;
}

export const PICTURE_TOO_LARGE = `A picture is too large: at most ${QUESTION.sentPictureLength / 1024 / 1024} MB as base64.`;
export const PICTURE_WANTED = "Choose a PNG or JPEG picture of at most 50 megapixels.";

/** Its text as it is stored; null if it says and shows nothing. */
export function questionOrNull({ text, picture }: Question): Question | null {
  const trimmed = text.replace(/\r\n?/g, "\n").replaceAll("\t", " ").trim();
  return trimmed === "" && picture === null ? null : { text: trimmed, picture };
}

/** What is wrong with a question's text; `field` is `text`. */
export function checkQuestion({ text }: Question): RuleIssue[] {
  if (textLength(text) <= QUESTION.textLength) return [];
  const message = `A question has at most ${QUESTION.textLength} characters.`;
  return [{ code: "question-too-long", field: "text", message }];
}

/** For a question that has no room on its sheet. */
export function questionHasNoRoom({ picture }: Question, item: number): RuleIssue {
  const rest = picture === null ? "" : ", or leave out its picture";
  const message = `The question of item ${item} does not fit on its sheet: shorten it${rest}.`;
  return { code: "question-no-room", field: "text", message };
}

/** A new picture as a data URL in its bytes; null if it is not one. */
export function pictureBytes(picture: string): Uint8Array | null {
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(picture) ?? [];
  return base64 === undefined ? null : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
