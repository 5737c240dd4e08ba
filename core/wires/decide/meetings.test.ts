import { expect, it } from "vitest";
import { line } from "../../testdata/lines.ts";
import { bitmap } from "../trace/bitmap.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { meetings } from "./meetings.ts";

type Line = readonly (readonly [number, number])[];

const MIDDLE = [50, 50] as const;

/** Lines from the middle of a picture of 100 x 100 pixels. */
function star(lines: readonly Line[]): TracedWires {
  const edges = lines.map((line, index) => {
    return { from: 0, to: index + 1, points: [MIDDLE, ...line].map(([x, y]) => ({ x, y })) };
  });
  const nodes = [{ x: 50, y: 50 }, ...edges.map(({ points }) => points.at(-1)!)];
  return { nodes, edges, isComplete: true, pen: 3, ink: bitmap(100, new Uint8Array(100 * 100)) };
}

const MARKS = { gates: [], doubtful: [], points: [], texts: [], mask: new Uint8Array(0) };
const SETTINGS = { unit: 60, inputsAt: () => [], nameBehind: () => 0 };

it("reads a line that hops over another as crossing it, though it bends there", () => {
  const up = line("43,41 43,0");
  const down = line("43,59 43,100");
  const junction = { kind: "junction", at: { x: 50, y: 50 }, confidence: 0.3 } as const;
  const [decision] = meetings(star([up, down, [[0, 50]], [[100, 50]]]), { ...MARKS, points: [junction] }, SETTINGS);
  expect(decision!.options[0]).toMatchObject({
    name: "crossing",
    links: line("0,1 2,3"),
  });
});

it("offers a T on a crossing with either of the lines that cross", () => {
  const [decision] = meetings(star([[[50, 0]], [[50, 100]], [[0, 50]], [[100, 50]], [[90, 70]]]), MARKS, SETTINGS);
  const groups = decision!.options.map(({ links }) => {
    const group = [0, 1, 2, 3, 4];
    for (const [a, b] of links) {
      const [from, to] = [group[a]!, group[b]!];
      for (const edge of group.keys()) if (group[edge] === from) group[edge] = to;
    }
    const isTogether = (a: number, b: number) => group[a] === group[b];
    return `${isTogether(0, 2)} ${isTogether(4, 0)} ${isTogether(4, 2)}`;
  });
  expect(groups).toContain("false true false");
  expect(groups).toContain("false false true");
});

it("takes a dot on a crossing with a T for the T's: the lines may cross", () => {
  const junction = { kind: "junction", at: { x: 50, y: 50 }, confidence: 0.8 } as const;
  const marks = { ...MARKS, points: [junction] };
  const arms: Line[] = [[[50, 0]], [[50, 100]], [[0, 50]], [[100, 50]], [[90, 70]]];
  const cheapest = (lines: readonly Line[]) => {
    const [decision] = meetings(star(lines), marks, SETTINGS);
    return Math.min(...decision!.options.flatMap(({ name, cost }) => (name === "crossing" ? [cost] : [])));
  };
  expect(cheapest(arms)).toBeLessThan(cheapest(arms.slice(0, 4)));
});
