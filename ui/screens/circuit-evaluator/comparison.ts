import { COMPARISON_TEXTS } from "../../../core/rules/grading.ts";
import type { GradeRows } from "../../../server/contract/file.ts";

/** One of the two truth tables, ready to show: a line an input row, with the bits of every output. */
export interface ComparedTable {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly lines: readonly ComparedLine[];
}

export interface ComparedLine {
  readonly inputs: string;
  readonly bits: readonly ComparedBit[];
}

export interface ComparedBit {
  readonly bit: string;
  /** The other table has another bit here. */
  readonly differs: boolean;
}

export interface Comparison {
  /** Why there is nothing to compare, in the specification's words; else null. */
  readonly message: string | null;
  readonly answer: ComparedTable | null;
  readonly submitted: ComparedTable | null;
  /** Index of the first line in which the tables differ, in both. */
  readonly firstRow: number | null;
}

type Table = GradeRows["answer_table"];

/**
 * The key's and the page's truth tables side by side. They are matched output by output as grading did; tables over
 * another number of inputs are shown without comparing them.
 */
export function compareTables(grade: GradeRows, pageInputs: readonly string[]): Comparison {
  const hindrance = grade.reasons.find(({ code }) => code in COMPARISON_TEXTS);
  const message = hindrance ? COMPARISON_TEXTS[hindrance.code as keyof typeof COMPARISON_TEXTS] : null;
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
    submitted: tableOf(submitted, {
      inputs: message === null ? grade.variables : pageInputs,
      other: (output) => answer[submittedOf.get(output) ?? ""],
    }),
    firstRow: message === null && rows.length > 0 ? Math.min(...rows) : null,
  };
}

/** Pairs of the key's output and the drawn output that it was held against. */
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
      return { bit, differs: against !== undefined && against !== bit };
    }),
  }));
  return { inputs, outputs, lines };
}
