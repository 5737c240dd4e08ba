import { describe, expect, it } from "vitest";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import { looksOf } from "../testdata/looks-of.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import type { Doubt } from "../verdict/evidence.ts";
import { legibilityOf, unclearPlaces } from "./unclear-places.ts";

const BOX = { x: 10, y: 20, width: 30, height: 30 };
const plain = netlistOf(["Y = AND(A, B)"]);
const NETLIST = { ...plain, gates: plain.gates.map((gate) => ({ ...gate, box: BOX })) };
const OPEN = circuitProblem("open-input", { gateClass: "AND", pins: [1] }, { box: BOX });

describe("unclearPlaces", () => {
  it("names the likeliest other reading's place if the reading is doubtful", () => {
    const looks = looksOf(NETLIST, { confidence: 0.6 });
    expect(unclearPlaces({ problems: [], looks, confidence: 0.6 })).toEqual([{ kind: "gate", box: BOX }]);
    expect(unclearPlaces({ problems: [], looks, confidence: 0.9 })).toEqual([]);
  });

  it("names the places first at which most of the readings differ, and not those that hardly any doubts", () => {
    const drawn = netlistOf(["X = AND(A, B)", "Y = NAND(A, B)", "Z = NOR(A, B)"], ["X", "Y", "Z"]);
    const boxes = drawn.gates.map((_, gate) => ({ ...BOX, x: 100 * gate }));
    const netlist = { ...drawn, gates: drawn.gates.map((gate, k) => ({ ...gate, box: boxes[k]! })) };
    const doubts = [1.5, 0.5, 4].map(
      (cost, gate): Doubt => ({ change: { kind: "gate-class", gate, to: "XOR" }, cost }),
    );
    const looks = [{ circuits: [{ netlist, cost: 0, faults: 0, doubts, meetings: [] }] }];
    const places = unclearPlaces({ problems: [], looks, confidence: 0.6 });
    expect(places.map(({ box }) => box)).toEqual([boxes[1], boxes[0]]);
  });

  it("names faults of the circuit, each place once, and not what many clear pages have", () => {
    const looks = looksOf(NETLIST);
    const read = { looks, confidence: 0.99 };
    expect(unclearPlaces({ ...read, problems: [OPEN, OPEN] })).toEqual([{ kind: "wire", box: BOX }]);
    const unlettered = circuitProblem("unlettered-input", { name: "A" }, { box: BOX });
    expect(unclearPlaces({ ...read, problems: [unlettered] })).toEqual([]);
  });
});

describe("legibilityOf", () => {
  it("knows a page without a circuit", () => {
    const nothing = { gates: [], outputs: [], problems: [], looks: [], confidence: null };
    expect(legibilityOf(nothing)).toEqual({ isEmpty: true, places: [] });
  });
});
