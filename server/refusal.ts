import type { RuleIssue } from "../core/rules/rule-issue.ts";
import { ERROR_PAGES } from "./contract/error-pages.ts";

export type RefusalStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 416 | 421 | 429 | 503 | 507;

interface RefusalDetails {
  readonly issues?: readonly RuleIssue[];
  /** Fields next to `error` in the body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with an error: `{ error: { code, message } }`; the message is for the user. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly code: string;
  readonly details: RefusalDetails;

  constructor(status: RefusalStatus, error: { code: string; message: string } & RefusalDetails) {
    super(error.message);
    const { code, message: _, ...details } = error;
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Refuses if rules are broken: the message is the first one's, the body has all of them. */
export function refuseIssues(issues: readonly RuleIssue[]): void {
  const [first] = issues;
  if (first) throw new Refusal(400, { code: first.code, message: first.message, issues });
}

/** Also for objects of other users: no response reveals that they exist. */
export function notFound(message: string = ERROR_PAGES["404"].message): Refusal {
  return new Refusal(404, { code: "not-found", message });
}
