import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { printExpression } from "../../core/boolean/print-expression.ts";
import { readGates } from "../../core/gates/read-gates.ts";
import { buildNetlist } from "../../core/netlist/build-netlist.ts";
import { readWires } from "../../core/wires/read-wires.ts";
import { loadDrawings } from "../sketches.ts";
import { compareWithTruth, expressionOf } from "./compare.ts";
import { MODERATE, withNoise } from "./noise.ts";
import { pageOfSketch } from "./page-of-sketch.ts";
import { writeReading } from "./picture.ts";

/**
 * Measures gates, wires and netlist on the development drawings with a perfect detector, or with one that makes
 * mistakes (`--noise SEED`): `npx tsx bench/oracle/measure.ts [--noise SEED] [--pictures DIR] [--only TEXT]`.
 */
async function measure(args: readonly string[]): Promise<void> {
  const option = (name: string) => {
    const at = args.indexOf(name);
    return at === -1 ? undefined : args[at + 1];
  };
  const noise = option("--noise");
  const pictures = option("--pictures");
  const only = option("--only");
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  const totals = new Map<
    string,
    { all: number; topology: number; positional: number; strict: number; clean: number }
  >();
  const sum = { unusable: 0, flagged: 0 };
  const times: number[] = [];
  for (const { sketch, truth } of [...(loadDrawings("training") ?? []), ...(loadDrawings("validation") ?? [])]) {
    if (only !== undefined && !only.split(",").some((part) => sketch.id.includes(part))) continue;
    const perfect = pageOfSketch(sketch, truth);
    const oracle = noise === undefined ? perfect : withNoise(perfect, { ...MODERATE, seed: Number(noise) });
    const start = process.cpuUsage();
    const gates = readGates(oracle.page, oracle.marks);
    const wires = readWires(oracle.page, oracle.marks, { gates });
    const built = buildNetlist(oracle.page, oracle.marks, { wires });
    times.push(process.cpuUsage(start).user / 1000);
    const problems = built.problems.map((problem) => problem.code);
    if (!truth.usable) {
      sum.unusable++;
      if (problems.length > 0) sum.flagged++;
      else console.log(`unflagged ${sketch.id}: ${truth.reason}`);
      if (pictures !== undefined && (problems.length === 0 || only !== undefined))
        await writeReading(oracle, wires, join(pictures, `${sketch.id}.png`));
      continue;
    }
    const comparison = compareWithTruth(built, truth);
    const total = totals.get(sketch.set) ?? { all: 0, topology: 0, positional: 0, strict: 0, clean: 0 };
    totals.set(sketch.set, total);
    total.all++;
    if (comparison.topology) total.topology++;
    if (comparison.topology && problems.length === 0) total.clean++;
    if (comparison.strict !== null) total.positional++;
    if (comparison.strict) total.strict++;
    const isWrong = !comparison.topology || comparison.strict === false;
    if (isWrong || problems.length > 0) {
      const verdict = comparison.topology ? (comparison.strict === false ? "order" : "ok") : "WRONG";
      console.log(`${verdict} ${sketch.id}: ${comparison.why} [${problems.join(", ")}]`);
      if (only !== undefined) {
        for (const output of built.netlist.outputs) {
          const expression = expressionOf(built.netlist, output.net);
          console.log(`  read  ${expression === null ? "nothing" : printExpression(expression)}`);
        }
        for (const output of truth.outputs) console.log(`  drawn ${output.expression}`);
      }
    }
    if (pictures !== undefined && (isWrong || only !== undefined)) {
      await writeReading(oracle, wires, join(pictures, `${sketch.id}.png`));
    }
  }
  let all = 0;
  let right = 0;
  for (const [set, total] of totals) {
    all += total.all;
    right += total.topology;
    console.log(
      `${set}: topology ${total.topology}/${total.all} (without problems ${total.clean}), ` +
        `strict ${total.strict}/${total.positional} of those named by position`,
    );
  }
  console.log(`all: topology ${right}/${all} = ${(right / all).toFixed(3)}`);
  console.log(`unusable drawings with a problem: ${sum.flagged}/${sum.unusable}`);
  times.sort((a, b) => a - b);
  console.log(`CPU ms a page: median ${times[times.length >> 1]?.toFixed(0)}, most ${times.at(-1)?.toFixed(0)}`);
}

await measure(process.argv.slice(2));
