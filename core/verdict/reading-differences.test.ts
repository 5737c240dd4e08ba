import { expect, it } from "vitest";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import type { Meeting } from "./evidence.ts";
import { conditionText, readingDifferences } from "./reading-differences.ts";

function boxAt(x: number, y: number): PictureBox {
  return { x, y, width: 40, height: 40 } as PictureBox;
}

/** The gates stand side by side, the inputs below one another; names are as in `netlistOf`. */
function placed(lines: readonly string[], meetings: readonly Meeting[] = []) {
  const plain = netlistOf(lines);
  const netlist: Netlist = {
    ...plain,
    gates: plain.gates.map((gate, index) => ({ ...gate, box: boxAt(100 * index, 0) })),
    inputs: plain.inputs.map((input, index) => ({ ...input, box: boxAt(-100, 100 * index) })),
  };
  return { netlist, meetings };
}

const AS_READ = ["p = AND(A, B)", "Y = OR(p, C)"];

function textsTo(other: readonly string[]): string[] {
  return readingDifferences(placed(AS_READ), placed(other)).map(({ text }) => text);
}

it("names gates of other classes, and inversions", () => {
  expect(textsTo(AS_READ)).toEqual([]);
  expect(textsTo(["p = NAND(A, B)", "Y = OR(p, C)"])).toEqual(["this gate is a NAND"]);
  expect(textsTo(["p = AND(A, ~B)", "Y = OR(p, C)"])).toEqual(["the input from B has an inversion circle"]);
});

it("names the source of an input if nothing else explains it, and how wires meet if that does", () => {
  const other = ["p = AND(A, C)", "Y = OR(p, C)"];
  expect(textsTo(["p = AND(A, B)", "Y = OR(p, p)"])).toEqual(["an input of this OR comes from the AND, not from C"]);
  const joined: Meeting[] = [{ className: "junction", box: boxAt(50, 50) }];
  const crossing: Meeting[] = [{ className: "intersection", box: boxAt(50, 50) }];
  const met = readingDifferences(placed(AS_READ, joined), placed(other, crossing));
  expect(met.map(({ text }) => text)).toContain("these two wires cross");
});

it("makes one condition of what differs", () => {
  expect(conditionText([{ text: "this gate is a NAND" }, { text: "this letter is B" }])).toBe(
    "this gate is a NAND and this letter is B",
  );
  expect(conditionText([])).toBe("the wires are connected in another way");
});
