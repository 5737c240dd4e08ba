import { readFile } from "node:fs/promises";
import { parseRoster, type RosterStudent } from "../../core/rules/roster.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { parseTaskFile, type TaskFile } from "../../core/rules/task-file.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { readCsvText } from "../inputs/read-csv.ts";

/** The task in a `task.json`. Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong. */
export async function loadTask(path: string): Promise<TaskFile> {
  const parsed = parseTaskFile(await readText(path));
  if (!parsed.ok) throw invalid(path, parsed.issues);
  return parsed.task;
}

/** The students in a `roster.csv`. Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong. */
export async function loadRoster(path: string): Promise<readonly RosterStudent[]> {
  const parsed = parseRoster(await readCsvText(path, "roster"));
  if (!parsed.ok) throw invalid(path, parsed.issues);
  return parsed.students;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be opened";
    throw new CommandFailure(EXIT.notFound, `The task ${path} ${reason}. Check the path.`);
  }
}

function invalid(path: string, issues: readonly RuleIssue[]): CommandFailure {
  const lines = issues.map(({ field, message }) => `  ${field ? `${field}: ` : ""}${message}`);
  return new CommandFailure(EXIT.usage, `${path} must be corrected:\n${lines.join("\n")}`);
}
