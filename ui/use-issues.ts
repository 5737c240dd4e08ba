import { useState } from "react";
import type { RuleIssue } from "../core/rules/rule-issue.ts";

export interface Issues {
  /** What is wrong with a field, a line for each rule it breaks, or undefined. */
  errorOf(field: string): string | undefined;
  readonly all: readonly RuleIssue[];
  /** Shows these in the place of all earlier ones. */
  show(issues: readonly RuleIssue[]): void;
  /** An error goes when its field is edited; `field` may be the beginning of several names. */
  clear(field: string): void;
}

/** What is wrong with a form's fields. */
export function useIssues(): Issues {
  const [all, setAll] = useState<readonly RuleIssue[]>([]);
  return {
    all,
    errorOf(field) {
      const messages = all.filter((issue) => issue.field === field).map(({ message }) => message);
      return messages.length === 0 ? undefined : messages.join("\n");
    },
    show: setAll,
    clear(field) {
      setAll((issues) => issues.filter((issue) => !issue.field.startsWith(field)));
    },
  };
}
