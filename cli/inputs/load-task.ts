import { shownName } from "../../core/basics/shown-name.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { parseTaskFile, type TaskFile } from "../../core/rules/tasks/task-file.ts";
import { type CommandFailure, mustBeCorrected } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { caretLines } from "../views/caret.ts";
import { textIn } from "./read-csv.ts";
import { readNamed } from "./read-named.ts";
import { listNames } from "./require-inputs.ts";

/**
 * The task in a `task.json`; reports how keys that are not in the specification's notation were understood, and fields that
 * mean nothing. Throws
 * `CommandFailure`: 3 if there is no such file, 2 if it is wrong.
 */
export async function loadTask(path: string, terminal: Terminal): Promise<TaskFile> {
  // Editors and shells on Windows write UTF-16, too.
  const fault = "The file is not text, but a task is a JSON file.";
  const text = textIn(await readNamed(path, "task"), { path, fault }).replace(/^\uFEFF/, "");
  const parsed = parseTaskFile(text);
  if (!parsed.ok) throw invalid(path, parsed.issues);
  for (const { item, key, typed, expression } of parsed.translated) {
    terminal.say(`Item ${item}, key ${key}: ${typed.trim().replace(/\s+/g, " ")} is understood as ${expression}`);
  }
  if (parsed.unknown.length > 0) {
    const fields = listNames(parsed.unknown.map(shownName));
    terminal.warn(`! ${path}: ignored, as a task has no such field: ${fields}. Check the spelling.`);
  }
  return parsed.task;
}

function invalid(path: string, issues: readonly RuleIssue[]): CommandFailure {
  return mustBeCorrected(path, ...issues.flatMap(issueLines));
}

function issueLines({ field, message, place }: RuleIssue): string[] {
  return [`${field ? `${field}: ` : ""}${message}`, ...(place ? caretLines(place).map((line) => `  ${line}`) : [])];
}
