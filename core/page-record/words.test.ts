import { expect, it } from "vitest";
import type { NamedObject, Said, Statement } from "./statement.ts";
import { wordsOf } from "./words.ts";

const BOX = { x: 1, y: 2, width: 3, height: 4 } as NamedObject["box"];
const gate = { className: "OR", label: "", box: BOX } as const;
const input = { className: "input", label: "A", box: BOX } as const;
const NETLIST = { nets: 0, gates: [], inputs: [], outputs: [] };
const change = (called: string, was: NamedObject | null, is: NamedObject | null): Statement => {
  return { kind: "object", object: 1, called, was, is };
};

it.each<[Statement, string]>([
  [change("", null, gate), "There is an OR"],
  [change("", null, { ...gate, className: "NOR" }), "There is a NOR"],
  [change("OR 2", gate, { ...gate, className: "XOR" }), "OR 2 is an XOR"],
  [change("OR 2", gate, { ...gate, box: { ...BOX, x: 9 } as NamedObject["box"] }), "OR 2 is elsewhere"],
  [change("input 1", { ...input, label: "" }, input), "Input 1 is named A"],
  [change("A", input, { ...input, label: "" }), "A has no name"],
  [change("", input, null), "Input A is not there"],
  [change("OR 2\u202e", gate, null), "OR 2 is not there"],
  [change("A", input, { ...input, label: "B\u202e" }), "A is named B"],
  [{ kind: "wires", add: [{ kind: "cut", at: { x: 1, y: 2 } as never }], drop: [] }, "Wires: a wire is cut"],
  [{ kind: "discard" }, "All corrections are discarded"],
  [{ kind: "choice", name: "a", text: "This gate is an OR.", netlist: NETLIST }, "Read as: This gate is an OR."],
  [{ kind: "grade", grade: { graded: true, totalGrade: 1, comment: "Good" } }, "1 point, “Good”"],
  [{ kind: "grade", grade: { graded: false, totalGrade: null, comment: null } }, "No grade"],
])("%o is in words: %s", (statement, words) => {
  expect(wordsOf({ statement }, new Map())).toBe(words);
});

it("what takes something back names it, however often that was taken back itself", () => {
  const said: Said[] = [
    { number: 1, statement: { kind: "discard" } },
    ...[1, 2, 3].map((number) => ({ number: number + 1, statement: { kind: "take-back" as const, number } })),
  ];
  const all = new Map(said.map((each) => [each.number, each]));
  expect(said.map((each) => wordsOf(each, all))).toEqual([
    "All corrections are discarded",
    "Taken back: All corrections are discarded",
    "Holds again: All corrections are discarded",
    "Taken back: All corrections are discarded",
  ]);
});
