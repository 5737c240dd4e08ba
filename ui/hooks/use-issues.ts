import { useState } from "react";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";

export interface Issues {
  /** The errors of a field, one line for each rule it breaks, or undefined. */
  errorOf(field: string): string | undefined;
  readonly all: readonly RuleIssue[];
  show(issues: readonly RuleIssue[]): void;
  /** Clears the errors of an edited field; `field` may be a prefix of several names. */
  clear(field: string): void;
}

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
