import { describe, expect, it } from "vitest";
import type { GateMark } from "../marks/marks.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { inverterDoubts } from "./inverter-doubts.ts";
import type { ReadCircuit } from "./read-circuit.ts";

const PAGE = { toPicture: { m: [1, 0, 0, 0, 1, 0, 0, 0, 1] } } as unknown as CleanPage;

/** A line of the page, horizontal at the height `y`. `pin`: the gate's input that it ends at. */
interface Line {
  readonly net: number;
  readonly y: number;
  readonly pin?: readonly [gate: number, pin: number];
  readonly isDriver?: boolean;
}

interface Drawing {
  readonly lines: readonly Line[];
  readonly circles?: readonly { readonly at: { x: number; y: number }; readonly probability: number }[];
  readonly doubtful?: readonly Partial<GateMark>[];
}

function doubtsOf(netlist: Netlist, { lines, circles = [], doubtful = [] }: Drawing) {
  const circuit = {
    marks: { texts: [], doubtful },
    wires: {
      gates: { unit: 50, strays: circles.map((circle) => ({ ...circle, radius: 4 })) },
      lines: lines.map(({ net, y }) => ({ net, points: [0, 100].map((x) => ({ x, y })) })),
      pins: lines.flatMap(({ isDriver }, edge) => (isDriver ? [{ role: "output", edge }] : [])),
    },
    drawn: {
      netlist,
      netOf: new Map(Array.from({ length: netlist.nets }, (_, net) => [net, net])),
      pins: netlist.gates.map(({ inputs }, gate) =>
        inputs.map((_, pin) => ({ edge: lines.findIndex((line) => line.pin?.[0] === gate && line.pin[1] === pin) })),
      ),
    },
  };
  return inverterDoubts(PAGE, circuit as unknown as ReadCircuit);
}

const circleAt = (y: number, probability = 0.5) => ({ at: { x: 50, y }, probability });

/** B, net 1, is read by both gates: by a line from its letter, and one to each. */
const FORKED = netlistOf(["m = OR(A, B)", "Y = AND(m, B)"]);
const FORK: readonly Line[] = [
  { net: 1, y: 0 },
  { net: 1, y: 100, pin: [0, 1] },
  { net: 1, y: 200, pin: [1, 1] },
];

describe("inverterDoubts", () => {
  it("takes a circle in the middle of a wire for an inverter before the pin at its end", () => {
    const [doubt, ...others] = doubtsOf(FORKED, { lines: FORK, circles: [circleAt(205, 0.1)] });
    expect(doubt).toMatchObject({
      change: { kind: "pin-inversion", gate: 1, pin: 1 },
      cost: expect.closeTo(Math.log(9)),
      box: { x: 46, y: 201, width: 8, height: 8 },
    });
    expect(others).toEqual([]);
  });

  it("takes one before a fork for an inverter of all branches, or else of one", () => {
    const doubts = doubtsOf(FORKED, { lines: FORK, circles: [circleAt(0)] });
    expect(doubts.map(({ change, cost }) => [change, cost])).toEqual([
      [{ kind: "input-inversion", input: 1 }, expect.closeTo(0)],
      [{ kind: "pin-inversion", gate: 0, pin: 1 }, expect.closeTo(1)],
      [{ kind: "pin-inversion", gate: 1, pin: 1 }, expect.closeTo(1)],
    ]);
  });

  it.each([
    ["Y = AND(A, B)", { kind: "gate-class", gate: 0, to: "NAND" }],
    ["Y = XNOR(A, B)", { kind: "gate-class", gate: 0, to: "XOR" }],
    ["Y = NOT(A)", { kind: "pin-inversion", gate: 0, pin: 0 }],
  ] as const)("inverts what %s drives", (gate, change) => {
    const netlist = netlistOf([gate]);
    const lines = [{ net: netlist.outputs[0]!.net, y: 0, isDriver: true }];
    expect(doubtsOf(netlist, { lines, circles: [circleAt(0)] }).map((doubt) => doubt.change)).toEqual([change]);
  });

  it("takes a NOT that was not accepted for one, and the likelier of two at the same wire", () => {
    const inverter = { gateClass: "NOT", confidence: 0.3, box: { x: 40, y: 90, width: 20, height: 20 } } as const;
    const drawing = { lines: FORK, doubtful: [inverter, { ...inverter, gateClass: "AND" }] } as const;
    const [doubt, ...others] = doubtsOf(FORKED, drawing);
    expect([doubt?.change, doubt?.cost, others]).toEqual([
      { kind: "pin-inversion", gate: 0, pin: 1 },
      expect.closeTo(0.9),
      [],
    ]);
    const both = doubtsOf(FORKED, { ...drawing, circles: [circleAt(100, 0.05)] });
    expect(both.map(({ cost }) => cost)).toEqual([expect.closeTo(0.9)]);
  });

  it.each([
    ["away from all wires", { circles: [circleAt(50)] }],
    ["at a line that is no wire", { lines: [{ net: 9, y: 100 }], circles: [circleAt(100)] }],
  ])("sees none %s", (_, drawing) => {
    expect(doubtsOf(FORKED, { lines: FORK, ...drawing })).toEqual([]);
  });
});
