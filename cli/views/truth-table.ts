/** Outputs over common inputs; a row is the input bits, then the output bit. */
export interface TableOutputs {
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly name: string; readonly rows: readonly string[] }[];
}

/**
 * Truth tables of the same inputs side by side, as plain text: one line per row, every column under its name.
 *
 * @example
 * truthTableText({ inputs: ["A"], outputs: [{ name: "¬A", rows: ["01", "10"] }] }); // "A │ ¬A\n──┼───\n0 │ 1\n1 │ 0\n"
 */
export function truthTableText({ inputs, outputs }: TableOutputs): string {
  const names = [inputs.join(" "), ...outputs.map(({ name }) => name)];
  const rows = outputs[0]?.rows.map((row, index) => [
    [...row.slice(0, -1)].map((bit, at) => bit.padEnd(width(inputs[at] ?? ""))).join(" "),
    ...outputs.map((output) => (output.rows[index] ?? "").slice(-1)),
  ]);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell + " ".repeat(width(names[at] ?? "") - width(cell)))
      .join(" │ ")
      .trimEnd();
  const rule = names.map((name) => "─".repeat(width(name))).join("─┼─");
  return [line(names), rule, ...(rows ?? []).map(line), ""].join("\n");
}

function width(text: string): number {
  return [...text].length;
}
