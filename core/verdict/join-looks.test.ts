import { expect, it } from "vitest";
import { READING } from "../rules/limits.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { agree, bestLook, functionText } from "./join-looks.ts";

/** An AND of all inputs, with a NAND and a NOT if `isDetour`. */
function andOf(inputs: number, { isDetour }: { isDetour: boolean }) {
  const names = Array.from({ length: inputs }, (_, index) => `I${String(index).padStart(2, "0")}`);
  const first = isDetour
    ? [`m = NAND(${names[0]}, ${names[1]})`, "n0 = NOT(m)"]
    : [`n0 = AND(${names[0]}, ${names[1]})`];
  const chain = [...first, ...names.slice(2).map((name, index) => `n${index + 1} = AND(n${index}, ${name})`)];
  return netlistOf(chain);
}

it.each([
  ["what they compute", READING.comparedInputs, true],
  ["how they are drawn where they have more inputs than any key", READING.comparedInputs + 1, false],
])("circuits are compared by %s", (_, inputs, isSame) => {
  const [plain, detour] = [false, true].map((isDetour) => functionText(andOf(inputs, { isDetour })));
  expect(plain === detour).toBe(isSame);
  expect(functionText(andOf(inputs, { isDetour: false }))).toBe(plain);
});

function seen(line: string, faults = 0) {
  return { circuits: [{ netlist: netlistOf([line]), cost: 0, faults, doubts: [], meetings: [] }] };
}

it("prefers a look without faults, then the likelier function, then the first", () => {
  const [and, or] = ["Y = AND(A, B)", "Y = OR(A, B)"] as const;
  expect(bestLook([seen(and, 1), seen(or)])).toBe(1);
  expect(bestLook([seen(and), seen(or), seen(or)])).toBe(1);
  expect(bestLook([seen(and), seen(or)])).toBe(0);
  expect(bestLook([{ circuits: [] }, seen(and, 2)])).toBe(1);
});

it("looks agree if there are two or more and all show one function", () => {
  const [and, same, or] = [seen("Y = AND(A, B)"), seen("Y = AND(B, A)", 1), seen("Y = OR(A, B)")];
  expect(agree([and])).toBe(false);
  expect(agree([and, same])).toBe(true);
  expect(agree([and, or])).toBe(false);
  expect(agree([and, same, or])).toBe(false);
  expect(agree([and, { circuits: [] }])).toBe(false);
  expect(agree([{ circuits: [] }, { circuits: [] }])).toBe(false);
});
