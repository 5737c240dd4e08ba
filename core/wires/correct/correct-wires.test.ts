import { describe, expect, it } from "vitest";
import { readGates } from "../../gates/read-gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../../testdata/drawn-circuit.ts";
import { line, points } from "../../testdata/lines.ts";
import { readWires } from "../read-wires.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

const GATE = { gateClass: "AND", at: [200, 100] } as const;
const UPPER = line("60,112 200,112");
const LOWER = line("60,138 200,138");
const OUTPUT = line("260,125 360,125");

function read(drawing: CircuitDrawing, corrections: readonly PageWireCorrection[] = []) {
  const { page, marks } = drawMarkedCircuit(drawing);
  return readWires(page, marks, { gates: readGates(page, marks), corrections });
}

/** The nets of the gate's inputs from top to bottom, and its output's. */
function netsOf({ pins }: ReturnType<typeof read>, gate = 0) {
  const own = pins.filter((pin) => pin.gate === gate).sort((a, b) => a.across - b.across);
  return {
    inputs: own.filter(({ role }) => role === "input").map(({ net }) => net),
    output: own.find(({ role }) => role === "output")?.net,
  };
}

/** The net of the line that ends at a place. */
function netAt({ lines }: ReturnType<typeof read>, [x, y]: readonly [number, number]) {
  return lines.find(({ points }) => [points[0]!, points.at(-1)!].some((end) => Math.hypot(end.x - x, end.y - y) < 6))!
    .net;
}

function way(...points: readonly (readonly [number, number])[]) {
  return points.map(([x, y]) => ({ x, y }));
}

describe("cut", () => {
  const branch = line("120,112 120,60");
  const drawing = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT, branch] };

  it("takes apart what one stroke connects", () => {
    const joined = read(drawing);
    expect(netAt(joined, [120, 60])).toBe(netsOf(joined).inputs[0]);
    const said = read(drawing, [{ kind: "cut", at: { x: 122, y: 90 } }]);
    expect(netAt(said, [120, 60])).not.toBe(netsOf(said).inputs[0]);
    expect(netAt(said, [60, 112])).toBe(netsOf(said).inputs[0]);
    expect(said.lost).toEqual([]);
  });

  it("leaves a page readable whose gaps may not open", () => {
    const through = { gates: [{ gateClass: "XOR", at: [130, 53] }], wires: [line("126,58 255,57")] } as const;
    expect(read(through, [{ kind: "cut", at: { x: 30, y: 67 } }]).lines).toEqual(read(through).lines);
  });

  it("names nothing at its ends", () => {
    const before = read(drawing).freeEnds.length;
    expect(read(drawing, [{ kind: "cut", at: { x: 120, y: 90 } }]).freeEnds).toHaveLength(before);
  });

  it("is not undone by the gate nearby", () => {
    // The second gate's input would be driven if the wire still led from the first gate.
    const second = { gateClass: "NOT", at: [360, 100] } as const;
    const chain = { gates: [GATE, second], wires: [UPPER, LOWER, OUTPUT] };
    expect(netsOf(read(chain), 1).inputs).toEqual([netsOf(read(chain)).output]);
    const said = read(chain, [{ kind: "cut", at: { x: 280, y: 125 } }]);
    expect(netsOf(said, 1).inputs).not.toEqual([netsOf(said).output]);
  });

  it("is lost where no wire is near", () => {
    expect(read(drawing, [{ kind: "cut", at: { x: 400, y: 300 } }]).lost).toEqual([0]);
  });
});

describe("erase", () => {
  const branch = line("120,112 120,60");
  const drawing = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT, branch] };

  it("takes the lines along a way off the page, and nothing else", () => {
    const before = read(drawing);
    const said = read(drawing, [{ kind: "erase", points: way([120, 50], [121, 104]) }]);
    expect(said.lines.flatMap(({ points }) => points).filter(({ y }) => y < 105)).toEqual([]);
    expect(netsOf(said).inputs).toHaveLength(2);
    expect(said.freeEnds).toHaveLength(before.freeEnds.length - 1);
    expect(said.lost).toEqual([]);
  });

  it("cuts all lines that it crosses, and nothing connects them again", () => {
    const said = read(drawing, [{ kind: "erase", points: way([150, 100], [150, 150]) }]);
    for (const [index, y] of [112, 138].entries()) expect(netAt(said, [60, y])).not.toBe(netsOf(said).inputs[index]);
    expect(said.freeEnds).toHaveLength(read(drawing).freeEnds.length);
  });

  it("makes room for wires that are drawn again", () => {
    const across = line("120,60 120,180");
    const joined = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT, across], dots: [[120, 112]] } as const;
    const said = read(joined, [
      { kind: "erase", points: way([110, 112], [130, 112]) },
      { kind: "draw", points: way([106, 112], [134, 112]) },
      { kind: "draw", points: way([120, 102], [120, 122]) },
    ]);
    expect(netAt(said, [60, 112])).toBe(netsOf(said).inputs[0]);
    expect(netAt(said, [120, 60])).toBe(netAt(said, [120, 180]));
    expect(netAt(said, [120, 60])).not.toBe(netAt(said, [60, 112]));
  });

  it("lets close wires that are drawn again stay apart", () => {
    const close = [112, 117].map(
      (y) =>
        [
          [60, y],
          [200, y],
        ] as const,
    );
    const said = read({ gates: [GATE], wires: [...close, OUTPUT] }, [
      { kind: "erase", points: way([150, 105], [150, 124]) },
      ...[112, 117].map((y) => ({ kind: "draw" as const, points: way([141, y], [159, y]) })),
    ]);
    expect(new Set(netsOf(said).inputs).size).toBe(2);
    expect(netsOf(said).inputs).toEqual([netAt(said, [60, 107]), netAt(said, [60, 122])]);
  });

  it("leaves the rest of a wire that a person drew", () => {
    const drawing = { gates: [GATE], wires: [UPPER, OUTPUT] };
    const drawn = { kind: "draw", points: way([60, 138], [210, 138]) } as const;
    for (const kind of ["erase", "cut"] as const) {
      const taken = {
        erase: { kind: "erase", points: way([100, 130], [100, 146]) },
        cut: { kind: "cut", at: { x: 100, y: 138 } },
      } as const;
      const said = read(drawing, [drawn, taken[kind]]);
      const [, lower] = netsOf(said).inputs;
      expect(lower).toBe(
        said.lines.find(({ points }) => points.some(({ x, y }) => x > 150 && x < 215 && y === 138))!.net,
      );
      expect(netAt(said, [60, 138])).not.toBe(lower);
    }
  });

  it("is right where there is no line, and holds twice", () => {
    const branchWay = way([120, 50], [121, 104]);
    for (const points of [way([400, 300], [420, 300]), branchWay]) {
      const said = [1, 2].map((times) =>
        read(
          drawing,
          Array.from({ length: times }, () => ({ kind: "erase" as const, points })),
        ),
      );
      expect(said.map(({ lost }) => lost)).toEqual([[], []]);
      expect(said[1]!.lines).toEqual(said[0]!.lines);
    }
  });
});

describe("join", () => {
  const far = line("60,112 130,112");
  const near = line("185,112 200,112");
  const drawing = { gates: [GATE], wires: [far, near, LOWER, OUTPUT] };

  it("connects two ends over a gap", () => {
    expect(netAt(read(drawing), [60, 112])).not.toBe(netsOf(read(drawing)).inputs[0]);
    const said = read(drawing, [{ kind: "join", from: { x: 132, y: 110 }, to: { x: 183, y: 113 } }]);
    expect(netAt(said, [60, 112])).toBe(netsOf(said).inputs[0]);
    expect(said.freeEnds).toHaveLength(3);
    expect(said.lost).toEqual([]);
  });

  it("leaves an end its letter", () => {
    const lettered = { ...drawing, texts: [{ at: [172, 112], text: "A" }] } as const;
    const said = read(lettered, [{ kind: "join", from: { x: 132, y: 112 }, to: { x: 183, y: 112 } }]);
    expect(said.freeEnds.some(({ net }) => net === netsOf(said).inputs[0])).toBe(true);
  });

  it("leaves an end at a gate its pin", () => {
    const branch = line("150,60 150,85");
    const said = read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT, branch] }, [
      { kind: "join", from: { x: 150, y: 85 }, to: { x: 190, y: 112 } },
    ]);
    expect(netsOf(said).inputs).toHaveLength(2);
    expect(netAt(said, [150, 60])).toBe(netsOf(said).inputs[0]);
  });
});

describe("meeting", () => {
  const ACROSS = line("120,60 120,180");
  const drawing = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT, ACROSS] };
  const at = { x: 121, y: 111 };

  it("joins lines that look as if they cross", () => {
    const plain = read(drawing);
    expect(netAt(plain, [120, 60])).not.toBe(netsOf(plain).inputs[0]);
    const said = read(drawing, [{ kind: "meeting", at, as: "joins" }]);
    expect(netAt(said, [120, 60])).toBe(netsOf(said).inputs[0]);
    expect(netAt(said, [120, 60])).not.toBe(netsOf(said).inputs[1]);
  });

  it("lets lines cross that a dot joins", () => {
    const dotted = { ...drawing, dots: [[120, 112]] } as const;
    const plain = read(dotted);
    expect(netAt(plain, [120, 60])).toBe(netsOf(plain).inputs[0]);
    const said = read(dotted, [{ kind: "meeting", at, as: "crosses" }]);
    expect(netAt(said, [120, 60])).not.toBe(netsOf(said).inputs[0]);
    expect(netAt(said, [60, 112])).toBe(netsOf(said).inputs[0]);
  });

  it("lets a short line at a T go, and keeps it apart", () => {
    const fork = line("150,60 150,112 200,112");
    const stub = line("128,90 150,90");
    const forked = { gates: [GATE], wires: [fork, LOWER, OUTPUT, stub] };
    const plain = read(forked);
    expect(netAt(plain, [128, 90])).toBe(netsOf(plain).inputs[0]);
    const said = read(forked, [{ kind: "meeting", at: { x: 150, y: 90 }, as: "crosses" }]);
    expect(netAt(said, [128, 90])).not.toBe(netsOf(said).inputs[0]);
    expect(netAt(said, [150, 60])).toBe(netsOf(said).inputs[0]);
  });

  it("lets lines cross next to the corner of a line that was drawn twice", () => {
    const over = line("60,124 145,130 145,112 200,112");
    const rail = line("120,60 120,140 160,137 200,138");
    const again = line("120,85 127,90 127,140");
    const cornered = { gates: [GATE], wires: [over, rail, again, OUTPUT] };
    const said = read(cornered, [{ kind: "meeting", at: { x: 120, y: 127 }, as: "crosses" }]);
    expect(netsOf(said).inputs).toEqual([netAt(said, [60, 128]), netAt(said, [120, 60])]);
    expect(netAt(said, [60, 128])).not.toBe(netAt(said, [120, 60]));
  });

  it("is lost where no lines meet", () => {
    expect(read(drawing, [{ kind: "meeting", at: { x: 320, y: 125 }, as: "crosses" }]).lost).toEqual([0]);
  });
});

describe("draw", () => {
  it("puts a missing wire on the page", () => {
    const second = { gateClass: "NOT", at: [400, 100] } as const;
    const drawing = { gates: [GATE, second], wires: [UPPER, LOWER, OUTPUT] };
    const end = points("362,125 380,120 399,125");
    const said = read(drawing, [{ kind: "draw", points: end }]);
    expect(netsOf(said, 1).inputs).toEqual([netsOf(said).output]);
    expect(said.lines.some(({ points }) => points.length === 3)).toBe(true);
  });

  const input = (y: number, end = 200) =>
    [
      [170, y],
      [end, y],
    ] as const;

  it("over a wire that was not followed leads it to the gate, apart from its neighbours", () => {
    const drawing = { gates: [GATE], wires: [input(112), input(125, 188), input(138), OUTPUT] };
    for (const [from, to] of line("170,204 172,215 180,225")) {
      const points = [from, to].map((x) => ({ x, y: 126 }));
      const said = read(drawing, [{ kind: "draw", points }]);
      const nets = [112, 125, 138].map((y) => netAt(said, [170, y]));
      expect(netsOf(said).inputs.filter((net, index, all) => net !== all[index - 1])).toEqual(nets);
      expect(new Set(said.freeEnds.map(({ net }) => net)).size).toBe(4);
    }
  });

  it("ends on the line under its end, also next to what was erased", () => {
    const drawing = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT] };
    const said = read(drawing, [
      { kind: "erase", points: way([70, 112], [84, 112]) },
      { kind: "erase", points: way([100, 60], [100, 105]) },
      { kind: "draw", points: way([100, 112], [130, 60]) },
    ]);
    expect(netAt(said, [130, 60])).toBe(netsOf(said).inputs[0]);
  });

  it("continues the line under its start, and not one that is drawn beside it", () => {
    const lower = line("60,120 200,120");
    const drawing = { gates: [GATE], wires: [UPPER, lower] };
    const said = read(drawing, [
      { kind: "erase", points: way([190, 116], [196, 116]) },
      ...[112, 120].map((y) => ({ kind: "draw" as const, points: way([176, y], [215, y]) })),
    ]);
    expect(netsOf(said).inputs).toEqual([netAt(said, [60, 112]), netAt(said, [60, 120])]);
    expect(new Set(netsOf(said).inputs).size).toBe(2);
  });

  it("goes to the output of the gate behind whose middle it ends", () => {
    const drawing = { gates: [GATE], wires: [UPPER, LOWER] };
    const points = [250, 330].map((x) => ({ x, y: 125 }));
    const said = read(drawing, [{ kind: "draw", points }]);
    expect(netsOf(said).output).toBe(netAt(said, [330, 125]));
  });
});

describe("attach", () => {
  it("leads a far end to a gate's pin", () => {
    const short = line("60,112 140,90");
    const drawing = { gates: [GATE], wires: [short, LOWER, OUTPUT] };
    const attach = { kind: "attach", end: { x: 141, y: 91 }, pin: { x: 200, y: 112 }, role: "input" } as const;
    const said = read(drawing, [attach]);
    expect(netsOf(said).inputs).toEqual([netAt(said, [60, 112]), netAt(said, [60, 138])]);
    expect(said.faults).toEqual([]);
    expect(read(drawing, [{ ...attach, pin: { x: 500, y: 300 } }]).lost).toEqual([0]);
  });
});

describe("invert", () => {
  const drawing = { gates: [GATE], wires: [UPPER, LOWER, OUTPUT] };
  const invertedOf = (wires: ReturnType<typeof read>) =>
    wires.pins
      .filter(({ role }) => role === "input")
      .sort((a, b) => a.across - b.across)
      .map(({ inverted }) => inverted);

  it("turns one input's inversion on", () => {
    const said = read(drawing, [{ kind: "invert", pin: { x: 198, y: 139 }, inverted: true }]);
    expect(invertedOf(said)).toEqual([false, true]);
  });

  it("turns it off where a circle is drawn", () => {
    const circled = {
      ...drawing,
      bubbles: [[194, 112]],
      wires: [line("60,112 188,112"), LOWER, OUTPUT],
    } as const;
    expect(invertedOf(read(circled))).toEqual([true, false]);
    const said = read(circled, [{ kind: "invert", pin: { x: 196, y: 112 }, inverted: false }]);
    expect(invertedOf(said)).toEqual([false, false]);
  });
});
