import { sum } from "../basics/numbers.ts";
import { bitAt, type Column, changesWith, firstDifferingRow } from "../boolean/column.ts";
import { userExpression } from "../boolean/forms.ts";
import { rearrangeTable, rowAssignment, type TruthTable, tableFromRows } from "../boolean/truth-table.ts";
import { isOutsideTheCircuit } from "../netlist/circuit-problems.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { COMPARISON_TEXTS, type GradeResult, outputLabel } from "../rules/grading.ts";
import { CUT_SHEET, NOTHING_DRAWN } from "../rules/problem.ts";
import { keyText } from "../rules/tasks/key-text.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { type AnswerKey, type ItemFunction, itemFunction, type WantedColumn } from "./item-function.ts";
import { type InputMatch, isUnlettered, matchInputs } from "./match-inputs.ts";
import { matchOutputs } from "./match-outputs.ts";
import { meantNames } from "./meant-names.ts";
import { type Adjustment, adjustments, partialCredit } from "./partial-credit.ts";
import { separateDrawings } from "./separate-drawings.ts";

/** The code of a page with several drawings of which nobody has said which one counts. */
export const SEVERAL_DRAWINGS = "several-drawings";

/** The parts of a page's reading that grading needs; a `PageReading` has them. */
export interface PageTables {
  readonly inputs: readonly string[];
  readonly outputs: readonly {
    readonly name: string;
    readonly expression: string;
    /** One row per input combination: the bits of `inputs`, then the output bit; empty if no table was derived. */
    readonly truth_table: readonly string[];
  }[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  /** Without it, a rubric's rules about gates do not apply, and made-up names are taken for letters. */
  readonly netlist?: Netlist | null;
}

/** The first input row in which a page's output differs from the key. */
export interface RowDifference {
  /** Index of the row in the key's table. */
  readonly row: number;
  /** The values of the keys' variables in that row. */
  readonly assignment: readonly { readonly name: string; readonly value: 0 | 1 }[];
  readonly expected: 0 | 1;
  readonly got: 0 | 1;
}

/** One key compared with the page. */
export interface ResultRow {
  /** The output's name, or the key's position: "OUT 1", "OUT 2" … */
  readonly output: string;
  /** The key, in the form that users type. */
  readonly expression: string;
  /** What the item calls its inputs, if it names them. */
  readonly inputs?: readonly string[] | undefined;
  /** The points earned: the key's if it matches, otherwise the rubric's, otherwise 0. */
  readonly grade: number;
  /** The key's points. */
  readonly maximum: number;
  readonly result: GradeResult;
  /** The page's output that the key was compared with, or null if none was left. */
  readonly drawn: { readonly name: string; readonly expression: string } | null;
  /** For a mismatch; also null if the output has no table. */
  readonly firstDifference: RowDifference | null;
  /** Why a mismatch earns points anyway: "3 of 4 rows are right: 3 of 5 points." */
  readonly partial?: string;
}

/** The machine's proposal for one item of one page. */
export interface ItemGrade {
  /** `review`: a person must look, no grade is proposed. */
  readonly status: "graded" | "review";
  /** `points`, or null at `review`: no grade is guessed. Of a blank page it is 0, for a person to confirm. */
  readonly grade: number | null;
  /** The sum of the rows' grades and the adjustments, also for `review`; null if the tables cannot be compared. */
  readonly points: number | null;
  /** The sum of the keys' grades. */
  readonly maximum: number;
  /**
   * One row per key, in the keys' order; empty if the tables cannot be compared. For `review` they are for information.
   */
  readonly rows: readonly ResultRow[];
  /** The points that the rubric adds or takes off for the drawing as a whole. */
  readonly adjustments: readonly Adjustment[];
  /** Why no grade is proposed: the page's problems, then the comparison's. Empty at `graded`. */
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  /** The variables of the item's keys, as letters, in the order of the tables' bits. */
  readonly variables: readonly string[];
  /** How the page's inputs represent those, or null if their numbers differ. */
  readonly inputs: InputMatch | null;
}

/**
 * Grades one page by the answer keys of its item: the truth table of each key is compared with the page's tables over
 * the variables of all the item's keys. A page with problems, without tables or with a different number of inputs gets
 * no grade, but reasons; inputs and variables without effect do not count. If all points are earned, problems outside
 * the circuit do not count. A wrong output earns nothing, and nothing is taken off, unless the item's rubric says so. For
 * a template on which surely nothing is drawn 0 points are proposed, and a person confirms them; so are they if no output has a function and a person
 * has said of every problem that it is drawn so.
 *
 * @throws {RangeError} if a key is not a valid expression: keys are checked when they are entered.
 * @example
 * gradeItem([{ expression: "A ^ B", grade: 5 }, { expression: "A & B", grade: 5 }], reading);
 * // { status: "graded", grade: 5, maximum: 10, rows: [{ output: "OUT 1", result: "Match", … }, …], … }
 */
export function gradeItem(
  keys: readonly AnswerKey[],
  page: PageTables,
  { rubric }: { readonly rubric?: Rubric | null | undefined } = {},
): ItemGrade {
  const item = itemFunction(keys);
  const { variables, wanted } = item;
  const { inputs, tables, columns: drawn } = pageColumns(page, item);
  const faults = page.problems.filter(({ code }) => code !== CUT_SHEET);
  const isBlank = faults.some(({ code }) => code === NOTHING_DRAWN) && page.outputs.length === 0;
  const isSettled = page.netlist != null && faults.length === 0 && page.outputs.length === 0 && keys.length > 0;
  const hindrance = isSettled ? [] : findHindrance(keys.length, { tables, inputs, drawn: page.inputs, variables });
  const comparable = inputs !== null && drawn.some((column) => column !== null);
  const matches = comparable || isBlank || isSettled ? matchOutputs(wanted, drawn) : [];
  const rows = matches.map(({ output, equal }, index): ResultRow => {
    const key = keys[index]!;
    const held = output === null ? null : page.outputs[output]!;
    const column = output === null ? null : drawn[output]!;
    const partial =
      column && !equal && rubric ? partialCredit(key.grade, { ...wanted[index]!, got: column, rubric }) : null;
    return {
      output: key.output ?? outputLabel(index + 1),
      expression: userExpression(keyText(key), key.inputs),
      ...(key.inputs && { inputs: key.inputs }),
      grade: equal ? key.grade : (partial?.points ?? 0),
      maximum: key.grade,
      result: held === null ? "Missing in Submitted Table" : equal ? "Match" : "Mismatch",
      drawn: held && { name: held.name, expression: held.expression },
      firstDifference: column && findDifference(wanted[index]!, { got: column, variables }),
      ...(partial && { partial: partial.reason }),
    };
  });
  const earned = sum(rows.map((row) => row.grade));
  const extraOutputs = page.outputs.length - matches.filter(({ output }) => output !== null).length;
  const adjusted = comparable && rubric ? adjustments(rubric, { earned, extraOutputs, netlist: page.netlist }) : [];
  const points = rows.length === 0 ? null : earned + sum(adjusted.map((each) => each.points));
  const maximum = sum(keys.map((key) => key.grade));

  const earnsAll = points !== null && points >= maximum;
  const problems = earnsAll ? faults.filter((problem) => !isOutsideTheCircuit(problem)) : faults;
  const names = [...doubtedNames(page.inputs, { match: inputs, item }), ...doubtedOutputs(keys, rows)];
  const found = isBlank ? [BLANK] : [...problems, ...hindrance, ...names, ...severalDrawings(page, keys.length)];
  const reasons = found.map(({ code, message }) => ({ code, message }));
  const graded = reasons.length === 0;
  return {
    status: graded ? "graded" : "review",
    grade: graded || isBlank ? points : null,
    points,
    maximum,
    rows,
    adjustments: adjusted,
    reasons,
    variables,
    inputs,
  };
}

/** The answer of a student whose page is blank. */
const BLANK = {
  code: NOTHING_DRAWN,
  message: "Nothing was drawn on the page: confirm the 0 points, or grade it by hand if the drawing is too pale.",
} as const;

/** Of two attempts, or the answers of two items, the one that happens to be right must not earn the points by itself. */
function severalDrawings({ netlist, outputs }: PageTables, keys: number): { code: string; message: string }[] {
  const count = netlist && outputs.length > keys ? separateDrawings(netlist).length : 1;
  if (count <= 1) return [];
  const message = `The page has ${count} separate drawings and more outputs than the item: choose the one that counts, remove the gates of the others, or grade it by hand.`;
  return [{ code: SEVERAL_DRAWINGS, message }];
}

/** A page's tables in the form in which they are compared with keys over `variables`. */
export interface PageColumns {
  /** Null if the page has another number of inputs. */
  readonly inputs: InputMatch | null;
  /** For each output, over the page's own inputs. */
  readonly tables: readonly (TruthTable | null)[];
  /** For each output, over `variables`; null without a table or a match of the inputs. */
  readonly columns: readonly (Column | null)[];
}

/** The columns of a page's outputs over the keys' variables, with its inputs matched as in grading. */
export function pageColumns(
  page: Pick<PageTables, "inputs" | "outputs" | "netlist">,
  { variables, isNamed, isIdle }: Omit<ItemFunction, "wanted">,
): PageColumns {
  const tables = page.outputs.map((output) => tableFromRows(output.truth_table, page.inputs));
  const isIdleInput = (index: number) => !tables.some((table) => table === null || changesWith(table.column, index));
  const inputs = matchInputs(page.inputs, variables, {
    unlettered: isUnlettered(page, { isNamed }),
    isNamed,
    terminals: page.netlist?.inputs,
    isIdleInput,
    isIdleVariable: isIdle,
  });
  const columns = tables.map((table) => {
    return table && inputs && rearrangeTable(table, { names: inputs.names, order: variables }).column;
  });
  return { inputs, tables, columns };
}

interface Compared {
  readonly tables: readonly (TruthTable | null)[];
  readonly inputs: InputMatch | null;
  /** The page's inputs, and the keys'. */
  readonly drawn: readonly string[];
  readonly variables: readonly string[];
}

/** Why the tables cannot be compared, at most one reason. */
function findHindrance(keys: number, { tables, inputs, drawn, variables }: Compared) {
  const because = (code: keyof typeof COMPARISON_TEXTS, more = "") => [
    { code, message: COMPARISON_TEXTS[code] + more },
  ];
  if (tables.length === 0) return because("no-expressions");
  if (keys === 0 || tables.includes(null)) return because("empty-table");
  const numbers = ` The answer has ${numbered(variables)}, the drawing ${numbered(drawn)}.`;
  return inputs === null ? because("input-count", numbers) : [];
}

/** "3 (A, B, C)" */
function numbered(names: readonly string[]): string {
  return names.length === 0 ? "none" : `${names.length} (${names.join(", ")})`;
}

/** Why the points depend on which input is which. */
function doubtedNames(
  inputs: readonly string[],
  { match, item: { isNamed, variables } }: { readonly match: InputMatch | null; readonly item: ItemFunction },
): { code: string; message: string }[] {
  return (match?.strangers ?? []).map((name) => {
    const taken = match!.names[inputs.lastIndexOf(name)];
    const others = isNamed ? ` (${variables.join(", ")})` : ", but others are";
    const doubt = name === taken ? "may be another one of the item's" : `is not one of the item's${others}`;
    const message = `The input ${name} ${doubt}: it was taken for ${taken}. Check the letters next to the inputs.`;
    return { code: "other-letter", message };
  });
}

/** Outputs that have the name of one of the item's, but are compared with another. */
function doubtedOutputs(keys: readonly AnswerKey[], rows: readonly ResultRow[]): { code: string; message: string }[] {
  const outputs = keys.flatMap(({ output }) => output ?? []);
  const compared = rows.flatMap(({ output, drawn }) => (drawn === null ? [] : [{ output, name: drawn.name }]));
  const meant = meantNames(
    compared.map(({ name }) => name),
    outputs,
  );
  return compared.flatMap(({ output, name }, index) => {
    if (meant[index] === null || meant[index] === output) return [];
    const message = `The output ${name} of the drawing was compared with ${output}. Check the names next to the outputs.`;
    return [{ code: "other-output", message }];
  });
}

function findDifference(
  { column, matters }: WantedColumn,
  table: { readonly got: Column; readonly variables: readonly string[] },
): RowDifference | null {
  const row = firstDifferingRow(column, table.got, matters);
  if (row === null) return null;
  const assignment = rowAssignment(row, table.variables);
  return { row, assignment, expected: bitAt(column, row), got: bitAt(table.got, row) };
}
