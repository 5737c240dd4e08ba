import type { Receipt, UploadResponse } from "./file.ts";

/** The form on the student's page as the server made it: it works without a script. */
export interface HandInForm {
  /** Random; what the form sends shares a link to the results with what else carries it, for each student. */
  readonly secret: string;
  /** Of this hand-in so far; the form proves with their tokens that it belongs to it. */
  readonly receipts: readonly Receipt[];
  /** As typed in the form that was sent; empty before. */
  readonly studentId: string;
  /** The browser, in its own words. */
  readonly userAgent: string;
  /** After the due date, the form is there for students who were given more time. */
  readonly hasMoreTime: boolean;
  /** The task does not exist. */
  readonly isGone: boolean;
  /** What happened to the form that was sent; null before. */
  readonly sent: { readonly answer: UploadResponse } | { readonly refusal: HandInRefusal } | null;
}

/** Why nothing of a form was taken. */
export interface HandInRefusal {
  readonly code: string;
  /** For the student. */
  readonly message: string;
}

/** The query parameter of the student's page with which its form is shown after the due date, too. */
export const MORE_TIME = "more-time";
