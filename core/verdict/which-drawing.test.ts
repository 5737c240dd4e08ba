import { describe, expect, it } from "vitest";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { decidePage } from "../results/decide-page.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { chosenReading } from "./chosen-reading.ts";
import { namedReading } from "./named-reading.ts";
import { whichDrawing } from "./which-drawing.ts";

const KEY = { expression: "A & B", grade: 4 };

/** A page with drawings of one gate each, one below the other, or side by side. */
function pageOf(classes: readonly string[], { across = false } = {}): Netlist {
  const names = ["A", "B", "C", "D", "E", "F", "G", "H", "J", "K"];
  const lines = classes.map((each, index) => `Y${index} = ${each}(${names[2 * index]}, ${names[2 * index + 1]})`);
  const netlist = netlistOf(
    lines,
    classes.map((_, index) => `Y${index}`),
  );
  const named = netlist.inputs.map((input, index) => ({ ...input, name: index % 2 === 0 ? "A" : "B" }));
  const gates = netlist.gates.map((gate, index) => {
    const [x, y] = across ? [200 * index, -10 * index] : [0, 200 * index];
    return { ...gate, box: { x, y, width: 60, height: 50 } as PictureBox };
  });
  return { ...netlist, inputs: named, gates };
}

function asked(page: Netlist, keys = [KEY]) {
  return whichDrawing(page, { keys });
}

describe("whichDrawing", () => {
  it("offers each drawing with its place, its function and its points", () => {
    const { question, netlists } = asked(pageOf(["OR", "AND"]))!;
    expect(question.choices).toMatchObject([
      { text: "Drawing 1 of 2 counts.", points: 0, outputs: [{ expression: "A | B" }], places: [{ box: { y: 0 } }] },
      { text: "Drawing 2 of 2 counts.", points: 4, outputs: [{ expression: "A & B" }], places: [{ box: { y: 200 } }] },
    ]);
    expect(new Set(question.choices.map(({ name }) => name)).size).toBe(2);
    expect(chosenReading(netlists[1]!)).toMatchObject({ inputs: ["A", "B"], problems: [] });
  });

  it("counts them from left to right where they are level", () => {
    const boxes = asked(pageOf(["OR", "AND"], { across: true }))!.question.choices.map(
      ({ places }) => places[0]!.box.x,
    );
    expect(boxes).toEqual([0, 200]);
  });

  it("offers neither parts of one answer nor more than a person can compare", () => {
    expect(asked(pageOf(["OR", "AND", "XOR"]), [KEY, { expression: "A | B", grade: 4 }])).toBeNull();
    expect(asked(pageOf(["OR", "AND", "OR", "AND", "OR"]))).toBeNull();
  });

  it("is what a page with several drawings asks, and each is found by its name", () => {
    const netlist = pageOf(["OR", "AND"]);
    const { looks: _, ...read } = chosenReading(netlist);
    const looks = [{ circuits: [{ netlist, cost: 0, faults: 0, doubts: [], meetings: [] }] }];
    const decision = decidePage({ ...read, looks }, { keys: [KEY] });
    expect(decision.faults.map(({ code }) => code)).toEqual(["several-drawings"]);
    const second = decision.asked!.question.choices[1]!;
    expect(second.points).toBe(4);
    expect(namedReading(looks, second.name)?.netlist.outputs).toHaveLength(1);
    const settled = decidePage(chosenReading(namedReading(looks, second.name)!.netlist), { keys: [KEY] });
    expect(settled.item).toMatchObject({ status: "graded", grade: 4 });
  });
});
