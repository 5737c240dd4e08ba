import { COMPARISON_TEXTS } from "../../../../core/rules/grading.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";

/** A truth table, ready to show: one line per input row, with the bits of every output. */
export interface ComparedTable {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly lines: readonly { readonly inputs: string; readonly bits: readonly ComparedBit[] }[];
}

interface ComparedBit {
  readonly bit: string;
  /** The other table has a different bit here. */
  readonly differs: boolean;
  /** A 1 that stands out. */
  readonly high?: true | undefined;
}

export interface TableComparison {
  /** Why nothing can be compared, in the specification's words if it has some; otherwise null. */
  readonly message: string | null;
  readonly answer: ComparedTable | null;
  readonly submitted: ComparedTable | null;
  /** Index of the first line in which the tables differ, in both. */
  readonly firstRow: number | null;
  /** Every key has an output with the identical column. */
  readonly equal: boolean;
}

type Table = GradeRows["answer_table"];

/**
 * The key's and the page's truth tables side by side. They are matched output by output as in grading; tables over a
 * different number of inputs are shown without comparing them.
 */
export function compareTables(grade: GradeRows): TableComparison {
  const message = hindranceOf(grade);
  const partners = message === null ? partnersOf(grade) : [];
  const answerOf = new Map(partners);
  const submittedOf = new Map(partners.map(([output, drawn]) => [drawn, output]));
  const { answer_table: answer, submitted_table: submitted } = grade;
  const rows = grade.rows.flatMap(({ first_difference }) => (first_difference ? [first_difference.row] : []));
  return {
    message,
    answer: tableOf(answer, {
      inputs: grade.variables,
      other: (output) => submitted[answerOf.get(output) ?? ""],
    }),
    submitted: tableOf(inOrder(submitted, [...submittedOf.keys()]), {
      inputs: grade.submitted_inputs,
      other: (output) => answer[submittedOf.get(output) ?? ""],
    }),
    firstRow: message === null && rows.length > 0 ? Math.min(...rows) : null,
    equal: message === null && grade.rows.length > 0 && grade.rows.every(({ result }) => result === "Match"),
  };
}

/** Without rows nothing was compared: a page that is being read may still have its earlier tables. */
function hindranceOf({ reasons, rows }: GradeRows): string | null {
  const known = reasons.find(({ code }) => code in COMPARISON_TEXTS);
  if (known) return COMPARISON_TEXTS[known.code as keyof typeof COMPARISON_TEXTS];
  return rows.length === 0 ? (reasons[0]?.message ?? null) : null;
}

/** The table with its outputs in the order of the keys that they were compared with; the others follow. */
function inOrder(table: Table, first: readonly string[]): Table {
  const names = [
    ...first.filter((name) => name in table),
    ...Object.keys(table).filter((name) => !first.includes(name)),
  ];
  return Object.fromEntries(names.map((name) => [name, table[name] ?? []]));
}

/** Pairs of the key's output and the drawn output that it was compared with. */
function partnersOf({ rows }: GradeRows): [string, string][] {
  return rows.flatMap(({ output, drawn }) => (drawn ? [[output, drawn.name] as [string, string]] : []));
}

function tableOf(
  table: Table,
  { inputs, other }: { inputs: readonly string[]; other: (output: string) => readonly string[] | undefined },
): ComparedTable | null {
  const outputs = Object.keys(table);
  const longest = Math.max(0, ...Object.values(table).map(({ length }) => length));
  if (longest === 0) return null;
  const lines = Array.from({ length: longest }, (_, row) => ({
    inputs: outputs.map((output) => table[output]?.[row]?.slice(0, -1)).find((bits) => bits !== undefined) ?? "",
    bits: outputs.map((output) => {
      const bit = table[output]?.[row]?.at(-1) ?? "–";
      const against = other(output)?.[row]?.at(-1);
      const matters = bit !== "X" && against !== "X";
      return { bit, differs: matters && against !== undefined && against !== bit };
    }),
  }));
  return { inputs, outputs, lines };
}
