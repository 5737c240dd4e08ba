import { findCopies, USUAL_CHANCE } from "../../core/similarity/copies/find-copies.ts";
import type { LaidOutCircuit, LayoutPoint } from "../../core/similarity/layouts/laid-out-circuit.ts";
import { makeCopiedClass } from "../../core/testdata/copied-class/make-class.ts";
import { QUESTIONS } from "../../core/testdata/copied-class/questions.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";

/** Classes on which figures are measured; thresholds were chosen on `choose-1` and `choose-2`. */
const SEEDS = ["measure-1", "measure-2", "measure-3"];
const [INDEPENDENT, COPIES] = [200, 40];

/** Finding planted copies among independent right answers, and how long 100, 1,000 and 10,000 drawings take. */
export function benchCopies(): string[] {
  const rows = QUESTIONS.map((question) => {
    let [found, wrong] = [0, 0];
    for (const seed of SEEDS) {
      const { drawings, copies } = makeCopiedClass(question, { independent: INDEPENDENT, copies: COPIES, seed });
      const planted = new Set(copies.map((pair) => pair.join()));
      const { pairs } = findCopies(drawings);
      const right = pairs.filter(({ ids: [a, b] }) => planted.has(`${a},${b}`) || planted.has(`${b},${a}`)).length;
      found += right;
      wrong += pairs.length - right;
    }
    const recall = found / (SEEDS.length * COPIES);
    const precision = found / Math.max(1, found + wrong);
    return `| ${question.name} | ${found} of ${SEEDS.length * COPIES} | ${wrong} | ${recall.toFixed(3)} | ${precision.toFixed(3)} |`;
  });
  const pairs = (INDEPENDENT + COPIES) * (INDEPENDENT + COPIES - 1) * 0.5 * SEEDS.length;
  return [
    `${SEEDS.length} classes of ${INDEPENDENT} independent right answers and ${COPIES} copies (traced with jitter, moved, 10 % larger or smaller, two gates exchanged) for each question, ${pairs.toLocaleString("en")} pairs; shown are pairs of which chance gives at most ${USUAL_CHANCE} in a class.`,
    "",
    "| question | copies found | others shown | recall | precision |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "| drawings | CPU seconds | ms a drawing |",
    "| --- | --- | --- |",
    ...timeRows(),
  ];
}

function timeRows(): string[] {
  const { drawings } = makeCopiedClass(QUESTIONS[0]!, { independent: 100, copies: 0, seed: "time" });
  findCopies(drawings);
  return [100, 1000, 10_000].map((count) => {
    const many = spreadOut(drawings, count);
    // Processor time: other work on the machine does not count.
    const before = process.cpuUsage();
    findCopies(many);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    return `| ${count.toLocaleString("en")} | ${seconds.toFixed(2)} | ${((1000 * seconds) / count).toFixed(2)} |`;
  });
}

/** `count` drawings: each is one of `base` with every gate, and what lies near it, somewhere else. */
function spreadOut(base: readonly LaidOutCircuit[], count: number): LaidOutCircuit[] {
  const random = seededRandom("spread");
  return Array.from({ length: count }, (_, index): LaidOutCircuit => {
    const { structure, nodes, wires } = base[index % base.length]!;
    const shifts = nodes.map(() => ({ x: 0.4 * random.normal(), y: 0.4 * random.normal() }));
    const move = (at: LayoutPoint): LayoutPoint => {
      const near = nodes.reduce((best, node, k) => (gap(node, at) < gap(nodes[best]!, at) ? k : best), 0);
      return { x: at.x + shifts[near]!.x, y: at.y + shifts[near]!.y };
    };
    return {
      id: String(index),
      author: null,
      structure,
      nodes: nodes.map((node) => ({ ...node, ...move(node) })),
      wires: wires.map((wire) => wire.map(move)),
    };
  });
}

function gap(a: LayoutPoint, b: LayoutPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
