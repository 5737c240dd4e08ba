import { type FilledGradebook, fillGradebook } from "../../core/gradebook/fill-gradebook.ts";
import { plainGrades } from "../../core/gradebook/plain-grades.ts";
import { shortComment } from "../../core/gradebook/short-comment.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { readNamed } from "../inputs/read-named.ts";
import { commentOf, feedbackOf, loadResults } from "../results/load-results.ts";
import type { Terminal } from "../terminal.ts";
import { jsonText } from "../views/json.ts";

export interface GradebookOptions {
  readonly results: string;
  readonly column?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * `circuitgrade gradebook [FILE] --results DIR`: grades into a Canvas export or a Moodle worksheet; without a file plain
 * CSV. 1 where rows or students are left over, for a person to look.
 */
export async function runGradebook(
  file: string | undefined,
  options: GradebookOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const record = await loadResults(options.results);
  const students = feedbackOf(record);
  const { title, maximum } = record.task;
  if (file === undefined) {
    const plain = students.map((student) => {
      const { studentId, name, items, total } = student;
      return { studentId, name, grades: items.map(({ grade }) => grade), total, feedback: commentOf(student) };
    });
    const items = record.task.items.map(({ item }) => item);
    await send(plainGrades(plain, { items, maximum }), { options, terminal });
    return EXIT.ok;
  }
  // Whoever handed in nothing has no grade here: whether that is a 0 is for a person to say.
  const results = students.map((student) => {
    const { studentId, items, total } = student;
    const grade = items.some(({ handedIn }) => handedIn) ? total : null;
    return { studentId, grade, feedback: commentOf(student) };
  });
  const outcome = fillGradebook(await readNamed(file, "gradebook"), {
    results,
    title,
    maximum,
    ...(options.column !== undefined && { column: options.column }),
  });
  if (!outcome.ok) throw new CommandFailure(EXIT.usage, `${file}: ${outcome.message}`);
  const { text, ...report } = outcome.gradebook;
  if (options.json) terminal.data(jsonText({ schema_version: 1, ...report }));
  if (!options.json || options.out !== undefined) await send(text, { options, terminal });
  for (const line of reportLines(report)) terminal.warn(line);
  terminal.say(`${report.filled} grades filled into "${report.column}" (${report.kind})`);
  if (report.filled === 0) return EXIT.nothing;
  const { ambiguous, unmatchedStudents, ungraded, locked, keptComments } = report;
  const isWhole = [ambiguous, unmatchedStudents, ungraded, locked, keptComments].every(({ length }) => length === 0);
  return isWhole ? EXIT.ok : EXIT.review;
}

async function send(text: string, { options, terminal }: { options: GradebookOptions; terminal: Terminal }) {
  if (options.out === undefined) terminal.data(text);
  else await writeWhole(options.out, text);
}

function reportLines(report: Omit<FilledGradebook, "text">): string[] {
  const rows = (all: FilledGradebook["ambiguous"], what: string) =>
    all.map(
      ({ row, name, ids }) => `! row ${row}, ${name || "no name"}: ${what}${ids.length ? ` (${ids.join(", ")})` : ""}`,
    );
  return [
    ...report.warnings.map((warning) => `! ${warning}`),
    ...rows(report.ambiguous, "fits several students or stands twice; left as it was"),
    ...rows(report.locked, "its grade cannot be changed; left as it was"),
    ...rows(report.keptComments, "its comment somebody wrote; it stays, without the feedback"),
    ...rows(report.unmatchedRows, "fits no student"),
    ...report.unmatchedStudents.map((id) => `! student ${id} has a grade and no row`),
    ...report.ungraded.map((id) => `! student ${id} has no grade yet`),
    ...[...report.replaced, ...report.replacedComments].map(({ row, name, before, after }) => {
      return `  row ${row}, ${name}: ${shortComment(before)} became ${shortComment(after)}`;
    }),
  ];
}
