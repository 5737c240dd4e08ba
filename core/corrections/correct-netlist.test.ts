import { describe, expect, it } from "vitest";
import type { BuiltNetlist } from "../netlist/build-netlist.ts";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import type { Terminal } from "../netlist/netlist.ts";
import type { Prediction } from "../reading/prediction.ts";
import type { Corrections } from "./correct-marks.ts";
import { correctNetlist } from "./correct-netlist.ts";

const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 });

const wire = (net: number, [x, y]: readonly [number, number], to: readonly [number, number]) => ({
  net,
  lines: [
    [
      { x, y },
      { x: to[0], y: to[1] },
    ],
  ],
});

/** A & B | C, with the names and places as a page's. */
const built: BuiltNetlist = {
  netlist: {
    nets: 5,
    inputs: [
      { name: "X", net: 0, box: box(0, 0) },
      { name: "V", net: 1, box: box(0, 40) },
      { name: "Z", net: 2, box: box(0, 80) },
    ],
    gates: [
      { gateClass: "AND", inputs: [0, 1].map((net) => ({ net, inverted: false })), output: 3 },
      { gateClass: "OR", inputs: [3, 2].map((net) => ({ net, inverted: false })), output: 4 },
    ],
    outputs: [{ name: "OUT 1", net: 4, box: box(200, 40) }],
  },
  wires: [
    wire(0, [10, 5], [50, 5]),
    wire(1, [10, 45], [50, 45]),
    wire(2, [10, 85], [120, 85]),
    wire(3, [70, 25], [120, 25]),
    wire(4, [150, 45], [200, 45]),
  ],
  problems: [],
  lettered: { inputs: [true, true, true], outputs: [false] },
};

const person = (className: Prediction["className"], at: Prediction["box"], label?: string): Prediction => ({
  className,
  box: at,
  confidence: 1,
  by: "person",
  ...(label !== undefined && { label }),
});

function correct(page: BuiltNetlist, part: Partial<Corrections>) {
  return correctNetlist(page, { predictions: [], removed: [], ...part });
}

const noLetter = (input: Terminal) => circuitProblem("unlettered-input", input, input);

const namesOf = ({ netlist }: BuiltNetlist) => netlist.inputs.map(({ name }) => name);

describe("a person's terminal", () => {
  it("takes the place of the machine's, which was removed for it", () => {
    const old = { className: "input" as const, box: box(0, 40) };
    const given = correct(built, { predictions: [person("input", box(0, 40), "Y")], removed: [old] });
    expect(namesOf(given)).toEqual(["X", "Y", "Z"]);
    expect(namesOf(correct(built, { removed: [old] }))).toEqual(["X", "Z"]);
  });

  it("names the machine's wire whose letter it corrects, however far away the letter is", () => {
    const far = { ...built.netlist.inputs[1]!, box: box(-30, 40) };
    const inputs = [built.netlist.inputs[0]!, far, built.netlist.inputs[2]!];
    const given = correct(
      { ...built, netlist: { ...built.netlist, inputs } },
      { predictions: [person("input", box(-30, 40), "U")] },
    );
    expect(given.netlist.inputs.map(({ name, net }) => [name, net])).toEqual([
      ["X", 0],
      ["U", 1],
      ["Z", 2],
    ]);
    expect(given.problems).toEqual([]);
    expect(correct(built, { predictions: [person("input", box(-30, 40), "U")] }).problems).toMatchObject([
      { code: "no-wire-at-terminal" },
    ]);
  });

  it("settles the machine's doubts about that end, and about the letter without an end", () => {
    const doubt = (code: string, at: Prediction["box"]) => ({ code, message: "Check it.", box: at });
    const page = {
      ...built,
      problems: [
        doubt("unlettered-input", box(0, 40)),
        doubt("unlettered-input", box(0, 80)),
        circuitProblem("idle-letter", { letter: "Y" }, { box: box(90, 60) }),
        doubt("odd-gate", box(0, 40)),
      ],
    };
    const { problems } = correct(page, { predictions: [person("input", box(0, 40), "Y")] });
    expect(problems.map(({ code, box: at }) => [code, at?.y])).toEqual([
      ["unlettered-input", 80],
      ["odd-gate", 40],
    ]);
    const removed = [{ className: "input" as const, box: box(0, 80) }];
    expect(correct(page, { removed }).problems.map(({ box: at }) => at?.y)).not.toContain(80);
  });
});

describe("inputs without a name", () => {
  const bare = (name: string, net: number) => ({ name, net, unnamed: true, box: box(0, 40 * net) });
  const unlettered = {
    ...built,
    netlist: { ...built.netlist, inputs: [bare("A", 0), bare("B", 1), bare("C", 2)] },
    lettered: { inputs: [false, false, false], outputs: [false] },
  };

  it("are numbered again where one of them was a stray stroke", () => {
    const removed = [{ className: "input" as const, box: box(0, 0) }];
    const given = correct(unlettered, { removed });
    expect(given.netlist.inputs.map(({ name, net }) => [name, net])).toEqual([
      ["A", 1],
      ["B", 2],
    ]);
  });

  it("keep their letters next to one that a person kept: A must not become another wire", () => {
    const moved = person("input", { ...box(0, 40), x: 3 }, "B");
    const removed = (["input"] as const).flatMap((className) => [0, 40].map((y) => ({ className, box: box(0, y) })));
    const given = correct(unlettered, { predictions: [moved], removed });
    expect(given.netlist.inputs.map(({ name, net }) => [name, net])).toEqual([
      ["B", 1],
      ["C", 2],
    ]);
  });

  it("never get a letter that a person gave to another input", () => {
    expect(namesOf(correct(unlettered, { predictions: [person("input", box(0, 0), "B")] }))).toEqual(["B", "A", "C"]);
  });

  it("appear in messages with their new names", () => {
    const netlist = { ...built.netlist, inputs: [built.netlist.inputs[0]!, built.netlist.inputs[1]!, bare("A", 2)] };
    const page = { ...built, netlist, problems: [noLetter(bare("A", 2))] };
    const given = correct(page, { predictions: [person("input", box(0, 0), "A")] });
    expect(namesOf(given)).toEqual(["A", "V", "B"]);
    expect(given.problems).toEqual([noLetter(bare("B", 2))]);
  });

  it("adding a terminal does not settle problems of letters", () => {
    const inputs = built.netlist.inputs.slice(0, 2);
    const said = circuitProblem("idle-letter", { letter: "A" }, { box: box(300, 300) });
    const page = { ...built, netlist: { ...built.netlist, inputs }, problems: [said] };
    const given = correct(page, { predictions: [person("input", box(0, 80))] });
    expect(namesOf(given)).toEqual(["X", "V", "A"]);
    expect(given.problems).toEqual([said]);
  });
});

describe("a person's junction", () => {
  it("does not make one input of a letter and its complement", () => {
    const inputs = [
      { name: "A", net: 0, box: box(0, 0) },
      { name: "A", net: 1, box: box(0, 40), inverted: true },
    ];
    const page = { ...built, netlist: { ...built.netlist, inputs } };
    const junction = person("junction", { x: 20, y: 0, width: 50, height: 50 });
    expect(correct(page, { predictions: [junction] }).netlist.inputs).toHaveLength(2);
  });

  it("over a gap removes the gap's ends, if no letter is next to them", () => {
    const page: BuiltNetlist = {
      netlist: {
        nets: 4,
        inputs: [
          { name: "A", net: 0, box: box(0, 20) },
          { name: "B", net: 2, box: box(101, 20) },
        ],
        gates: [
          { gateClass: "NOT", inputs: [{ net: 0, inverted: false }], output: 1 },
          { gateClass: "NOT", inputs: [{ net: 2, inverted: false }], output: 3 },
        ],
        outputs: [
          { name: "OUT 1", net: 1, box: box(90, 20) },
          { name: "OUT 2", net: 3, box: box(200, 20) },
        ],
      },
      wires: [
        wire(0, [10, 25], [50, 25]),
        wire(1, [70, 25], [98, 25]),
        wire(2, [104, 25], [140, 25]),
        wire(3, [160, 25], [200, 25]),
      ],
      problems: [noLetter({ name: "B", net: 2, box: box(101, 20) })],
      lettered: { inputs: [true, false], outputs: [false, false] },
    };
    const junction = person("junction", { x: 94, y: 18, width: 14, height: 14 });
    const bridged = correct(page, { predictions: [junction] });
    expect(namesOf(bridged)).toEqual(["A"]);
    expect(bridged.netlist.outputs.map(({ name }) => name)).toEqual(["OUT 2"]);
    expect(bridged.problems).toEqual([]);
    const named = { ...page, lettered: { inputs: [true, true], outputs: [false, false] } };
    expect(namesOf(correct(named, { predictions: [junction] }))).toEqual(["A", "B"]);
  });

  it("over a gap of an input's wire keeps the far end, also on a page without letters", () => {
    const page: BuiltNetlist = {
      netlist: {
        nets: 4,
        inputs: [
          { name: "A", net: 0, box: box(0, 20), unnamed: true },
          { name: "B", net: 1, box: box(101, 20), unnamed: true },
        ],
        gates: [0, 1].map((net) => ({ gateClass: "NOT", inputs: [{ net, inverted: false }], output: net + 2 })),
        outputs: [2, 3].map((net) => ({ name: `OUT ${net - 1}`, net })),
      },
      wires: [wire(0, [10, 25], [98, 25]), wire(1, [104, 25], [140, 25])],
      problems: [],
      lettered: { inputs: [false, false], outputs: [false, false] },
    };
    const junction = person("junction", { x: 94, y: 18, width: 14, height: 14 });
    const { netlist } = correct(page, { predictions: [junction] });
    expect(netlist.inputs).toMatchObject([{ name: "A", net: 0, box: box(0, 20) }]);
    expect(netlist.gates.map(({ inputs }) => inputs[0]?.net)).toEqual([0, 0]);
  });
});
