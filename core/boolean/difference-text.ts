/** The values of variables in one row of a truth table. */
type Assignment = readonly { readonly name: string; readonly value: 0 | 1 }[];

/**
 * A row of a truth table in words.
 *
 * @example
 * assignmentText([{ name: "A", value: 0 }, { name: "B", value: 1 }]); // "A=0 B=1"
 */
export function assignmentText(assignment: Assignment): string {
  return assignment.map(({ name, value }) => `${name}=${value}`).join(" ");
}

/** The first row in which an output is wrong. */
interface OutputDifference {
  readonly assignment: Assignment;
  readonly got: 0 | 1;
  readonly expected: 0 | 1;
}

/**
 * Says in which row an output is wrong.
 *
 * @example
 * differenceText("Y", { assignment: [{ name: "A", value: 0 }], got: 0, expected: 1 }); // "Y at A=0: 0, not 1"
 */
export function differenceText(output: string, { assignment, got, expected }: OutputDifference): string {
  return `${output} at ${assignmentText(assignment)}: ${got}, not ${expected}`;
}
