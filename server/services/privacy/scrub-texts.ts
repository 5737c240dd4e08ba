import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import type { StudentScope } from "./student-rows.ts";

/** Replaces the name of an erased student in other texts. */
const ERASED = "[erased]";

const OF_STACK = "stack_id IN (SELECT id FROM stacks WHERE task_id IN TASKS)";
const OF_PAGE = "submission_id IN (SELECT id FROM submissions WHERE task_id IN TASKS)";

/**
 * Texts that people typed, names of files, and messages with an ID in them: table, column, whose rows, and where in a
 * column with JSON, whose numbers may have the digits of an ID by chance.
 */
const COLUMNS: readonly (readonly [table: string, column: string, whose: string, path?: string])[] = [
  ["tasks", "title", "id IN TASKS"],
  ["tasks", "description", "id IN TASKS"],
  ["notifications", "message", "task_id IN TASKS"],
  ["stacks", "filename", "task_id IN TASKS"],
  ["stack_pages", "filename", OF_STACK],
  ["stack_pages", "reasons", OF_STACK],
  ["submissions", "filename", "task_id IN TASKS"],
  ["submissions", "comment", "task_id IN TASKS"],
  ["analyses", "error", OF_PAGE],
  ["statements", "statement", OF_PAGE, "$.grade.comment"],
  ["grade_batches", "label", "task_id IN TASKS"],
  ["regrade_requests", "reason", OF_PAGE],
  ["regrade_requests", "answer", OF_PAGE],
  ["jobs", "error", `${OF_PAGE} OR ${OF_STACK}`],
];

/**
 * The statements that replace a student's ID and names in what was written about others. A name of one word is left: it
 * would be found in other words.
 */
export function scrubTexts(query: Query, scope: StudentScope, names: readonly string[]) {
  const terms = [scope.studentId, ...names.filter((name) => /\S\s+\S/.test(name.trim()))];
  return COLUMNS.flatMap(([table, column, whose, path]) =>
    terms.map((term) => {
      const name = sql.identifier(column);
      const text = path === undefined ? name : sql`json_extract(${name}, ${path})`;
      const scrubbed = sql`replace(${text}, ${term}, ${ERASED})`;
      return query.run(sql`
        UPDATE ${sql.identifier(table)} SET ${name} = ${path === undefined ? scrubbed : sql`json_set(${name}, ${path}, ${scrubbed})`}
        WHERE instr(${text}, ${term}) > 0 AND (${withTasks(whose, scope)})`);
    }),
  );
}

function withTasks(whose: string, { classIds }: StudentScope): SQL {
  const all = sql`(SELECT id FROM tasks)`;
  const tasks =
    classIds === null
      ? all
      : sql`(SELECT id FROM tasks WHERE class_id IN (SELECT value FROM json_each(${JSON.stringify(classIds)})))`;
  const [first = "", ...rest] = whose.split("TASKS");
  return rest.reduce((sofar, part) => sql`${sofar}${tasks}${sql.raw(part)}`, sql.raw(first));
}
