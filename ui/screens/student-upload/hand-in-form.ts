import type { HandInForm } from "../../../server/contract/results/hand-in.ts";
import { pageData } from "../../page-data.ts";

export function handInForm(): HandInForm {
  const { handIn } = pageData();
  if (handIn === undefined) throw new Error("This document is not the student's page.");
  return handIn;
}

/** The form was sent after the due date. */
export function isTooLate({ sent }: HandInForm): boolean {
  return sent !== null && "refusal" in sent && sent.refusal.code === "closed";
}
