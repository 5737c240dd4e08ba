import { parseRoster, type RosterStudent } from "../../core/rules/roster.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { parseTaskFile, type TaskFile } from "../../core/rules/task-file.ts";
import { type CommandFailure, mustBeCorrected } from "../exit-codes.ts";
import { readCsvText } from "../inputs/read-csv.ts";
import { readNamed } from "../inputs/read-named.ts";

/** The task in a `task.json`. Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong. */
export async function loadTask(path: string): Promise<TaskFile> {
  const parsed = parseTaskFile(new TextDecoder().decode(await readNamed(path, "task")));
  if (!parsed.ok) throw invalid(path, parsed.issues);
  return parsed.task;
}

/** The students in a `roster.csv`. Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong. */
export async function loadRoster(path: string): Promise<readonly RosterStudent[]> {
  const parsed = parseRoster(await readCsvText(path, "roster"));
  if (!parsed.ok) throw invalid(path, parsed.issues);
  return parsed.students;
}

function invalid(path: string, issues: readonly RuleIssue[]): CommandFailure {
  return mustBeCorrected(path, ...issues.map(({ field, message }) => `${field ? `${field}: ` : ""}${message}`));
}
