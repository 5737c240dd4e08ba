import { describe, expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import { type CircuitDrawing, drawMarkedCircuit, pointMark } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { readWires } from "../wires/read-wires.ts";
import { buildNetlist } from "./build-netlist.ts";
import { checkNetlist } from "./check-netlist.ts";
import type { Netlist } from "./netlist.ts";

/** The netlist of a drawing, with the problems that the ink and the circuit show. */
function read(drawing: CircuitDrawing) {
  const { page, marks } = drawMarkedCircuit(drawing);
  const wires = readWires(page, marks, { gates: readGates(page, marks) });
  const built = buildNetlist(page, marks, { wires });
  return { ...built, problems: [...built.problems, ...checkNetlist(built.netlist)] };
}

/** The expression of each output, gates as functions of their pins from top to bottom. */
function functions(netlist: Netlist): string[] {
  const on = (net: number | null): string => {
    if (net === null) return "open";
    const input = netlist.inputs.find((terminal) => terminal.net === net);
    if (input !== undefined) return input.inverted ? `~${input.name}` : input.name;
    const gate = netlist.gates.find((candidate) => candidate.output === net)!;
    return `${gate.gateClass}(${gate.inputs.map((pin) => (pin.inverted ? "~" : "") + on(pin.net)).join(" ")})`;
  };
  return netlist.outputs.map((output) => `${output.name} = ${on(output.net)}`);
}

const AND = { gateClass: "AND", at: [200, 100] } as const;
/** Wires of one gate: two inputs and the output. */
const UPPER = line("60,112 200,112");
const LOWER = line("60,138 200,138");
const OUTPUT = line("260,125 360,125");

describe("names that were not read", () => {
  const gates = [AND, { gateClass: "AND", at: [200, 200] }, { gateClass: "OR", at: [400, 150] }] as const;
  const outputs = [
    line("260,125 330,125 330,162 400,162"),
    line("260,225 330,225 330,188 400,188"),
    line("460,175 500,175"),
  ];
  const codes = (drawing: CircuitDrawing) => read(drawing).problems.map(({ code }) => code);

  /** Texts at the inputs' heights; null: not read. */
  const texts = (heights: readonly number[], names: readonly (string | null)[]) =>
    heights.map((y, k) => ({ at: [45, y] as const, text: names[k] ?? null }));

  it("are asked about where inputs may be named again at each gate", () => {
    const wires = [UPPER, LOWER, line("60,212 200,212"), line("60,238 200,238"), ...outputs];
    const named = (...names: (string | null)[]) => codes({ gates, wires, texts: texts([112, 138, 212, 238], names) });
    expect(named(null, null, null, null)).toEqual(Array(4).fill("unlettered-input"));
    expect(named(null, "B", "C", "D")).toEqual(["unlettered-input"]);
    expect(named("A", "B", "C", "D")).toEqual([]);
    expect(codes({ gates, wires })).toEqual([]);
  });

  it("say nothing where a wire leads to several gates", () => {
    const wires = [UPPER, LOWER, line("120,138 120,212 200,212"), line("60,238 200,238"), ...outputs];
    expect(codes({ gates, wires, texts: texts([112, 138, 238], []) })).toEqual([]);
  });
});

describe("one gate", () => {
  it("names inputs and output by position", () => {
    const { netlist, problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT] });
    expect(functions(netlist)).toEqual(["OUT 1 = AND(A B)"]);
    expect(netlist.inputs.map(({ unnamed }) => unnamed)).toEqual([true, true]);
    expect(problems).toEqual([]);
  });

  it("names them by the letters next to their ends; a bar inverts", () => {
    const texts = [
      { at: [45, 112], text: "B", complemented: true },
      { at: [45, 140], text: "A" },
      { at: [380, 125], text: "Y" },
    ] as const;
    const { netlist } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT], texts });
    expect(functions(netlist)).toEqual(["Y = AND(~B A)"]);
    expect(netlist.inputs.some(({ unnamed }) => unnamed)).toBe(false);
  });

  it("takes two ends with one letter as two terminals of one name", () => {
    const texts = [
      { at: [45, 110], text: "A" },
      { at: [45, 142], text: "A" },
    ] as const;
    expect(functions(read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT], texts }).netlist)).toEqual([
      "OUT 1 = AND(A A)",
    ]);
  });

  it("names an input whose letter was not read by what its gate lacks, where other gates have all names", () => {
    const below = (wire: readonly (readonly [number, number])[]) => wire.map(([x, y]) => [x, y + 100] as const);
    const letter = (y: number, text: string | null) => ({ at: [45, y] as const, text });
    const gates = [AND, { gateClass: "AND", at: [200, 200] }, { gateClass: "OR", at: [400, 150] }] as const;
    const join = [OUTPUT, below(OUTPUT)].map((wire) => [...wire, [380, wire[0]![1] === 125 ? 162 : 188]] as const);
    const wires = [
      UPPER,
      LOWER,
      below(UPPER),
      below(LOWER),
      ...join.map((wire) => [...wire, [400, wire[2]![1]]] as const),
    ];
    const texts = [letter(112, "B"), letter(138, "A"), letter(212, "B"), letter(238, null)];
    const third = { gateClass: "AND", at: [200, 300] } as const;
    const more = [letter(312, "B"), letter(338, "A")];
    const lower = [UPPER, LOWER].map((wire) => below(below(wire)));
    const { netlist } = read({ gates: [...gates, third], wires: [...wires, ...lower], texts: [...texts, ...more] });
    expect(netlist.inputs.map(({ name }) => name)).toEqual(["B", "A", "B", "A", "B", "A"]);
    expect(netlist.inputs.some(({ unnamed }) => unnamed)).toBe(false);
  });

  it("shows the wires that lead to no gate without a net, but no specks", () => {
    const short = line("60,138 130,138");
    const speck = line("60,180 68,180");
    const { netlist, wires } = read({ gates: [AND], wires: [UPPER, short, OUTPUT, speck] });
    expect(wires.map(({ net }) => net).sort()).toEqual([...Array(netlist.nets).keys(), null]);
    const loose = wires.find(({ net }) => net === null)!;
    expect(loose.lines).toHaveLength(1);
    expect(loose.lines[0]!.map(({ y }) => Math.round(y / 10))).toEqual(loose.lines[0]!.map(() => 28));
  });

  it.each([0, 11])("names both inputs between whose wires a letter stands, %d pixels above one", (below) => {
    const back = { gateClass: "OR", at: [20, 100], direction: "left" } as const;
    const wires = [
      ...[112, 138].map(
        (y) =>
          [
            [145, y],
            [200, y],
          ] as const,
      ),
      ...[112, 138].map(
        (y) =>
          [
            [116, y + below],
            [106, y + below],
            [80, y],
          ] as const,
      ),
      OUTPUT,
    ];
    const texts = [
      { at: [130, 112], text: "C" },
      { at: [130, 140], text: "A" },
      { at: [380, 125], text: "Y" },
    ] as const;
    const { netlist } = read({ gates: [AND, back], wires, texts });
    expect(new Set(netlist.inputs.map(({ name }) => name))).toEqual(new Set(["A", "C"]));
    expect(functions(netlist)).toEqual(["Y = AND(C A)"]);
    expect(netlist.inputs).toHaveLength(4);
  });

  it("names inputs that meet at a gate differently, also behind an inverter", () => {
    const upper = [line("20,112 80,112"), line("130,112 200,112")] as const;
    const { netlist } = read({
      gates: [AND, { gateClass: "NOT", at: [80, 97] }],
      wires: [...upper, LOWER, OUTPUT],
      texts: [
        { at: [5, 112], text: "B" },
        { at: [45, 140], text: "B" },
        { at: [380, 125], text: "Y" },
      ],
    });
    expect(functions(netlist)).toEqual(["Y = AND(NOT(B) A)"]);
  });

  it("names only one of two inputs of a gate by a letter between their wires", () => {
    const texts = [
      { at: [40, 125], text: "B" },
      { at: [380, 125], text: "Y" },
    ] as const;
    const { netlist } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT], texts });
    expect(netlist.inputs.map(({ name, unnamed }) => [name, unnamed])).toEqual([
      ["B", undefined],
      ["A", true],
    ]);
  });

  it("takes a gate that no other one reads for an output, also without a letter next to one that has one", () => {
    const below = (line: readonly (readonly [number, number])[]) => line.map(([x, y]) => [x, y + 100] as const);
    const { netlist, problems } = read({
      gates: [AND, { gateClass: "OR", at: [200, 200] }],
      wires: [UPPER, LOWER, OUTPUT, ...[UPPER, LOWER, OUTPUT].map(below)],
      texts: [{ at: [380, 125], text: "Y" }],
    });
    expect(functions(netlist)).toEqual(["Y = AND(A B)", "OUT 2 = OR(C D)"]);
    expect(problems).toEqual([]);
  });

  it("reads a gate's doubtful second letter as another name, but at a NAND that may be an inverter", () => {
    const doubtful = [
      { text: "A", score: 0.5 },
      { text: "B", score: 0.1 },
    ];
    const below = (line: readonly (readonly [number, number])[]) => line.map(([x, y]) => [x, y + 100] as const);
    const named = (gateClass: "AND" | "NAND") => {
      const { page, marks } = drawMarkedCircuit({
        gates: [AND, { gateClass, at: [200, 200] }],
        wires: [UPPER, LOWER, OUTPUT, ...[UPPER, LOWER, OUTPUT].map(below)],
        texts: [
          { at: [45, 110], text: "A" },
          { at: [45, 142], text: "B" },
          { at: [45, 210], text: "A" },
          { at: [45, 242], text: "A" },
        ],
      });
      const texts = marks.texts.map((text, k) => (k < 3 ? text : { ...text, readings: doubtful }));
      const wires = readWires(page, marks, { gates: readGates(page, marks) });
      return functions(buildNetlist(page, { ...marks, texts }, { wires }).netlist)[1];
    };
    expect(named("AND")).toBe("OUT 2 = AND(A B)");
    expect(named("NAND")).toBe("OUT 2 = NAND(A A)");
  });

  it("reads an inversion circle before a pin", () => {
    const wires = [UPPER, line("60,138 188,138"), OUTPUT] as const;
    const { netlist, problems } = read({ gates: [AND], wires, bubbles: [[194, 138]] });
    expect(functions(netlist)).toEqual(["OUT 1 = AND(A ~B)"]);
    expect(problems).toEqual([]);
  });

  it("reads the circles of two pins that stand close together", () => {
    const inputs = [110, 123, 134].map(
      (y) => [[60, y], ...(y === 110 ? [[200, y]] : [[188, y]])] as [number, number][],
    );
    const bubbles = line("194,123 194,134");
    const { netlist } = read({ gates: [AND], wires: [...inputs, OUTPUT], bubbles });
    expect(functions(netlist)).toEqual(["OUT 1 = AND(A ~B ~C)"]);
  });

  it("makes a NAND of an AND with a circle at its tip", () => {
    const wires = [UPPER, LOWER, line("272,125 360,125")] as const;
    expect(functions(read({ gates: [AND], wires, bubbles: [[266, 125]] }).netlist)).toEqual(["OUT 1 = NAND(A B)"]);
  });

  it("bridges gaps before pins and within a wire, and ink that the detector mistook", () => {
    const wires = [line("60,112 188,112"), line("60,138 110,138"), line("124,138 200,138"), OUTPUT] as const;
    const { netlist, problems } = read({ gates: [AND], wires, mistaken: [[310, 125]] });
    expect(functions(netlist)).toEqual(["OUT 1 = AND(A B)"]);
    expect(problems).toEqual([]);
  });

  it("reads a gate that points down, its pins from left to right", () => {
    const wires = [line("215,40 215,100"), line("238,40 238,100"), line("225,160 225,240")] as const;
    const gates = [{ gateClass: "OR", at: [200, 100], direction: "down" }] as const;
    expect(functions(read({ gates, wires }).netlist)).toEqual(["OUT 1 = OR(A B)"]);
  });

  it("turns a gate that the detector took to point the wrong way", () => {
    const { page, marks } = drawMarkedCircuit({ gates: [AND], wires: [UPPER, LOWER, OUTPUT] });
    const gates = marks.gates.map((gate) => ({ ...gate, direction: "up" as const }));
    const wires = readWires(page, marks, { gates: readGates(page, { ...marks, gates }) });
    expect(functions(buildNetlist(page, marks, { wires }).netlist)).toEqual(["OUT 1 = AND(A B)"]);
  });

  it("reports an input without a wire, in pixels of the picture", () => {
    const { netlist, problems } = read({ gates: [AND], wires: [UPPER, OUTPUT] });
    expect(netlist.gates[0]!.inputs).toContainEqual({ net: null, inverted: false });
    expect(problems.map((problem) => problem.code)).toEqual(["open-input"]);
    expect(problems[0]!.box).toMatchObject({ x: 400, y: 200, width: 120, height: 100 });
  });
});

describe("wires that meet", () => {
  const gates = [AND, { gateClass: "OR", at: [200, 240] }] as const;
  const outputs = [OUTPUT, line("260,265 360,265")] as const;
  const upper = line("60,112 200,112");
  const rest = [line("60,252 200,252"), line("60,278 200,278")] as const;

  it("connects a T", () => {
    const branch = line("120,112 120,138 200,138");
    const { netlist } = read({ gates, wires: [upper, branch, ...rest, ...outputs] });
    expect(functions(netlist)).toEqual(["OUT 1 = AND(A A)", "OUT 2 = OR(B C)"]);
  });

  it("connects a tap that goes a little too far and one that starts a little short", () => {
    const far = line("120,107 120,138 200,138");
    expect(functions(read({ gates, wires: [upper, far, ...rest, ...outputs] }).netlist)[0]).toBe("OUT 1 = AND(A A)");
    const short = line("120,119 120,138 200,138");
    const texts = [
      { at: [45, 112], text: "A" },
      { at: [45, 252], text: "B" },
      { at: [45, 280], text: "C" },
    ] as const;
    // Of all gates only a NAND's or NOR's inputs are tied to one wire.
    const tied = [{ ...AND, gateClass: "NAND" }, gates[1]] as const;
    const read2 = read({ gates: tied, wires: [upper, short, ...rest, ...outputs], texts });
    expect(functions(read2.netlist)[0]).toBe("OUT 1 = NAND(A A)");
  });

  it("lets wires cross, and connects them at a dot", () => {
    // The vertical feeds the OR's upper pin and crosses the AND's lower wire.
    const vertical = line("120,40 120,252 200,252");
    const wires = [
      line("150,112 200,112"),
      line("60,138 200,138"),
      vertical,
      line("60,278 200,278"),
      ...outputs,
    ] as const;
    expect(read({ gates, wires }).netlist.inputs).toHaveLength(4);
    expect(read({ gates, wires, dots: [[120, 138]] }).netlist.inputs).toHaveLength(3);
  });

  it("believes a junction mark where a dot is hard to see", () => {
    const vertical = line("120,40 120,252 200,252");
    const wires = [
      line("150,112 200,112"),
      line("60,138 200,138"),
      vertical,
      line("60,278 200,278"),
      ...outputs,
    ] as const;
    const points = [pointMark("junction", { x: 120, y: 138 })];
    expect(read({ gates, wires, points }).netlist.inputs).toHaveLength(3);
  });
});

describe("terminals", () => {
  it("takes a rail with a tail as one input, bus lines from left to right", () => {
    const wires = [
      line("60,20 60,300"),
      line("110,30 110,300"),
      line("60,138 200,138"),
      line("110,112 200,112"),
      OUTPUT,
    ] as const;
    expect(functions(read({ gates: [AND], wires }).netlist)).toEqual(["OUT 1 = AND(B A)"]);
  });

  it("takes a last gate without an output wire as the output, and says so if there is no name", () => {
    const bare = read({ gates: [AND], wires: [UPPER, LOWER] });
    expect(functions(bare.netlist)).toEqual(["OUT 1 = AND(A B)"]);
    expect(bare.problems.map(({ code }) => code)).toEqual(["no-output-wire"]);
    const named = read({ gates: [AND], wires: [UPPER, LOWER], texts: [{ at: [285, 125], text: "Y" }] });
    expect(named.problems).toEqual([]);
  });

  describe("a short tap on a wire that goes on to the next gate", () => {
    const next = { gateClass: "OR", at: [460, 200] } as const;
    const tap = line("260,125 312,125");
    const onwards = line("290,125 290,212 470,212");
    const third = line("400,238 470,238");
    const last = line("520,225 600,225");
    const wires = [UPPER, LOWER, tap, onwards, third, last];
    const named = (texts: NonNullable<CircuitDrawing["texts"]>) =>
      functions(read({ gates: [AND, next], wires, texts }).netlist);
    const output = { at: [620, 225], text: "E" } as const;

    it("is an output where it leads up to a letter", () => {
      expect(named([{ at: [330, 125], text: "D" }, output])).toEqual(["D = AND(A B)", "E = OR(AND(A B) C)"]);
    });

    it("is none without a letter, or with one aside", () => {
      expect(named([output])).toEqual(["E = OR(AND(A B) C)"]);
      expect(named([{ at: [312, 92], text: "D" }, output])).toEqual(["E = OR(AND(A B) C)"]);
    });
  });

  it("reports a wire without a name that the picture's edge cuts off", () => {
    const reported = (from: number, texts: NonNullable<CircuitDrawing["texts"]>) => {
      const { problems } = read({ gates: [AND], wires: [line(`${from},112 200,112`), LOWER, OUTPUT], texts });
      return problems.map(({ code }) => code);
    };
    expect(reported(0, [])).toEqual(["cut-wire"]);
    expect(reported(8, [])).toEqual([]);
    expect(reported(0, [{ at: [14, 94], text: "A" }])).not.toContain("cut-wire");
  });

  it("reports a named wire that leads to no gate", () => {
    const idle = line("60,180 160,180");
    const texts = [{ at: [45, 180], text: "C" }] as const;
    const { problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, idle], texts });
    expect(problems.map(({ code }) => code)).toEqual(["unused-wire"]);
  });

  it("reports a second line at an input's letter only if it leads up to a gate", () => {
    const texts = [
      { at: [45, 112], text: "A" },
      { at: [45, 138], text: "B" },
    ] as const;
    const reported = (line: readonly (readonly [number, number])[]) => {
      const { problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, line], texts });
      return problems.map(({ code }) => code);
    };
    const from = [60, 150] as const;
    expect(reported([from, [185, 165]])).toEqual(["unused-wire"]);
    expect(reported([from, [60, 280]])).toEqual([]);
  });

  it("leaves aside a table above the drawing", () => {
    const edge = line("300,2 300,50");
    const texts = [
      { at: [315, 14], text: "F" },
      { at: [315, 42], text: null },
    ] as const;
    const { problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, edge], texts });
    expect(problems).toEqual([]);
  });

  it("takes a letter at a wire from gate to gate for the wire's name, and doubts one at an input's wire", () => {
    const second = { gateClass: "NOT", at: [400, 100] } as const;
    const between = line("260,125 400,125");
    const last = line("460,125 540,125");
    const inputs = [
      { at: [45, 112], text: "A" },
      { at: [45, 138], text: "B" },
    ] as const;
    const doubts = (x: number) => {
      const texts = [...inputs, { at: [x, 95], text: "D" }] as const;
      const { problems } = read({ gates: [AND, second], wires: [UPPER, LOWER, between, last], texts });
      return problems.map(({ code }) => code);
    };
    expect(doubts(330)).toEqual([]);
    expect(doubts(130)).toEqual(["idle-letter"]);
  });

  describe("an output that is only a wire", () => {
    const names = [
      { at: [45, 112], text: "A" },
      { at: [45, 140], text: "B" },
      { at: [380, 125], text: "Y" },
      { at: [380, 200], text: "Z" },
    ] as const;

    it("is read where an input's wire leads to a gate and on to a name", () => {
      const onwards = line("120,138 120,200 360,200");
      const { netlist, problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, onwards], texts: names });
      expect(functions(netlist)).toEqual(["Y = AND(A B)", "Z = B"]);
      expect(problems).toEqual([]);
    });

    it("is read where the wire passes all gates", () => {
      const past = line("60,200 360,200");
      const texts = [...names, { at: [45, 200], text: "C" }] as const;
      const { netlist, problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, past], texts });
      expect(functions(netlist)).toEqual(["Y = AND(A B)", "Z = C"]);
      expect(netlist.inputs.map(({ name }) => name)).toEqual(["A", "B", "C"]);
      expect(problems).toEqual([]);
    });

    it("is none before the gate that reads the wire: two inputs are joined there", () => {
      const stub = line("120,138 120,200 160,200");
      const texts = [...names.slice(0, 3), { at: [180, 200], text: "C" }] as const;
      const { netlist, problems } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, stub], texts });
      expect(functions(netlist)).toEqual(["Y = AND(A B)"]);
      expect(problems.map(({ code }) => code)).toContain("joined-inputs");
    });

    it("is none where a dash is between two letters", () => {
      const dash = line("60,200 110,200");
      const texts = [...names.slice(0, 3), { at: [45, 200], text: "C" }, { at: [130, 200], text: "D" }] as const;
      const { netlist } = read({ gates: [AND], wires: [UPPER, LOWER, OUTPUT, dash], texts });
      expect(functions(netlist)).toEqual(["Y = AND(A B)"]);
    });

    it("is read for each name of a gate's wire, but once for the same name", () => {
      const branch = line("300,125 300,200 360,200");
      const drawing = { gates: [AND], wires: [UPPER, LOWER, OUTPUT, branch], texts: names };
      const { netlist, problems } = read(drawing);
      expect(functions(netlist)).toEqual(["Y = AND(A B)", "Z = AND(A B)"]);
      expect(problems).toEqual([]);
      const same = { ...drawing, texts: [...names.slice(0, 3), { at: [380, 200], text: "Y" }] } as const;
      expect(functions(read(same).netlist)).toEqual(["Y = AND(A B)"]);
    });
  });

  it("reports feedback", () => {
    const loop = line("260,125 300,125 300,180 150,180 150,138 200,138");
    const { problems } = read({
      gates: [AND],
      wires: [UPPER, loop, line("300,125 380,125")],
    });
    expect(problems.map((problem) => problem.code)).toEqual(["feedback-loop"]);
  });

  it("reports a page without gates", () => {
    const { netlist, problems } = read({ wires: [UPPER] });
    expect(netlist).toEqual({ nets: 0, gates: [], inputs: [], outputs: [] });
    expect(problems.map((problem) => problem.code)).toEqual(["no-gates"]);
  });
});
