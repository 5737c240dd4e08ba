import { parseExpression } from "../core/boolean/parse-expression.ts";
import { truthTable } from "../core/boolean/truth-table.ts";

/** Truth tables per second, for a usual answer key and at the limit of 20 variables. */
export function benchTables({ seconds }: { seconds: number }): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRST"];
  const cases = [
    { name: "3 variables", text: "A & B | ~C ^ A", variables: letters.slice(0, 3) },
    { name: "7 variables", text: "A & B | C & D ^ (E | ~F) & G", variables: letters.slice(0, 7) },
    { name: "20 variables", text: letters.join(" ^ "), variables: letters },
  ];
  const rows = cases.map(({ name, text, variables }) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    let tables = 0;
    const begin = performance.now();
    while (performance.now() - begin < seconds * 1000) {
      truthTable(parsed.expression, variables);
      tables++;
    }
    return `| ${name} | ${((1000 * tables) / (performance.now() - begin)).toFixed(0)} |`;
  });
  return ["| truth tables | a second |", "| --- | --- |", ...rows];
}
