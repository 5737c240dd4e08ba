import { count } from "../basics/texts.ts";
import type { GradebookLayout } from "./gradebook-kinds.ts";
import type { MatchedRows } from "./match-rows.ts";

/** What the names of Canvas's computed columns contain: it takes any other column with that for one of them. */
const CANVAS_COMPUTED = /Current (?:Score|Points|Grade)|Final (?:Score|Points|Grade)|Override (?:Score|Grade|Status)/;

interface WarningFacts {
  readonly layout: GradebookLayout;
  /** The column that the grades went into. */
  readonly target: { readonly name: string; readonly added: boolean };
  /** The task's. */
  readonly maximum: number;
  /** Maxima in the gradebook that are not the task's, as they are there. */
  readonly otherMaximum: ReadonlySet<string>;
  readonly matched: MatchedRows;
  /** Whether the file got another encoding. */
  readonly recoded: boolean;
}

/** What a person should know about a filled gradebook, next to the rows that need one. */
export function gradebookWarnings({ layout, target, maximum, otherMaximum, matched, recoded }: WarningFacts): string[] {
  const warnings: string[] = [];
  if (otherMaximum.size > 0) {
    const there = [...otherMaximum].join(", ");
    warnings.push(`The gradebook says a maximum of ${there}, the task's is ${maximum}. Grades were not scaled.`);
  }
  if (target.added) {
    const where = layout.pointsRow === null ? ", and has no row for the points possible" : "";
    warnings.push(`The gradebook had no column "${target.name}": it was added at the end${where}.`);
  }
  if (layout.idColumns.length === 0 || matched.known.size === 0) {
    warnings.push("No row fits a student: the gradebook must have the 8-digit Student IDs in one of its ID columns.");
  }
  const { overlong, shortened } = matched;
  if (shortened.length > 0) {
    const [first] = shortened;
    warnings.push(
      `A spreadsheet has dropped digits of ${count(shortened.length, "ID")}, such as ${first}. Export the gradebook again, ` +
        "and fill it before it is saved in a spreadsheet.",
    );
  }
  if (layout.kind === "canvas" && CANVAS_COMPUTED.test(target.name)) {
    warnings.push(
      `Canvas does not import a column with a name such as "${target.name}": rename the assignment in Canvas.`,
    );
  }
  if (overlong.length > 0) {
    const numbers = overlong.slice(0, 5).map(({ row }) => row);
    warnings.push(
      `Rows with more cells than the headings were left unchanged: ${numbers.join(", ")}${overlong.length > 5 ? " …" : ""}. ` +
        "Put a name or a number that has the separator in it between quotation marks, or give every column a heading.",
    );
  }
  if (recoded) warnings.push("Comments have letters that the file's Windows-1252 lacks: the whole file is now UTF-8.");
  return warnings;
}
