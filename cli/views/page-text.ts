import { count } from "../../core/basics/texts.ts";
import { displayExpression } from "../../core/boolean/forms.ts";
import type { PageRecord } from "../../core/reading/record.ts";
import { percentText } from "../../core/rules/certainty.ts";
import { GATE_CLASSES } from "../../core/rules/gates.ts";
import { pageName } from "../pages/page-name.ts";
import type { Styler } from "../terminal.ts";
import { reasonsOf } from "./reasons.ts";
import { truthTableText } from "./truth-table.ts";

/** Inputs of the largest table shown: 16 rows. */
const MAX_INPUTS = 4;

/** A page for a person: its gates, its outputs' expressions, their truth tables if they are small, its problems. */
export function pageText(record: PageRecord, style: Styler): string {
  const { file, page, gates, inputs, outputs, problems } = record;
  const lines = [style("bold", pageName(file, page))];
  if (record.status === "read") lines.push(`${countGates(gates)} · inputs ${inputs.join(", ") || "none"}`);
  for (const { name, expression } of outputs) {
    lines.push(`${style("cyan", name)} = ${displayExpression(expression) || "not known"}`);
  }
  if (record.status === "read" && record.confidence !== null)
    lines.push(`read rightly with a probability of ${percentText(record.confidence)}`);
  const tables = outputs.filter(({ truth_table }) => truth_table.length > 0);
  if (tables.length > 0 && inputs.length <= MAX_INPUTS) {
    const shown = tables.map(({ name, truth_table }) => ({ name, rows: truth_table }));
    lines.push("", ...truthTableText({ inputs, outputs: shown }).trimEnd().split("\n"));
  }
  for (const { text } of reasonsOf(problems)) lines.push(style("yellow", `! ${text}`));
  return `${lines.map((line, index) => (index === 0 || line === "" ? line : `  ${line}`)).join("\n")}\n\n`;
}

/** `3 gates (2 NAND, 1 OR)` */
function countGates(gates: PageRecord["gates"]): string {
  const counts = GATE_CLASSES.map((name) => [gates.filter((gate) => gate.class_name === name).length, name] as const);
  const parts = counts.filter(([number]) => number > 0).map(([number, name]) => `${number} ${name}`);
  const total = count(gates.length, "gate");
  return parts.length > 0 ? `${total} (${parts.join(", ")})` : total;
}
