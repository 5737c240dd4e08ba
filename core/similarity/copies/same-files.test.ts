import { expect, test } from "vitest";
import type { LaidOutCircuit, LaidOutNode } from "../layouts/laid-out-circuit.ts";
import { findCopies } from "./find-copies.ts";

const gate: LaidOutNode = { kind: "gate", name: "AND", x: 20, y: 10, width: 12, height: 10 };

function drawing(id: string, { picture, nodes = [gate] }: { picture?: string; nodes?: LaidOutNode[] }): LaidOutCircuit {
  return { id, author: id, picture, structure: nodes.length === 0 ? "" : "AND", nodes, wires: [] };
}

test("one file of two students is a pair, whatever the class draws, also if nothing was read in it", () => {
  const others = ["c", "d", "e"].map((id) => drawing(id, { picture: id, nodes: [{ ...gate, x: id.charCodeAt(0) }] }));
  const one = ["a", "b"].map((id) => drawing(id, { picture: "ab 1" }));
  const unread = ["u", "v"].map((id) => drawing(id, { picture: "cd 1", nodes: [] }));
  const { pairs, groups, compared } = findCopies([...one, ...others, ...unread]);
  expect(pairs.map(({ ids, identical, likeness, sharing }) => [...ids, identical, likeness, sharing])).toEqual([
    ["a", "b", true, 1, 5],
    ["u", "v", true, 1, 2],
  ]);
  expect(groups.map(({ ids }) => ids)).toEqual([
    ["a", "b"],
    ["u", "v"],
  ]);
  expect(compared).toBe(5);
});

test("one student's pages, two sheets in one picture and pages of unknown files are no pair of one file", () => {
  const own = { ...drawing("b", { picture: "ab 1" }), author: "a" };
  const sheet = drawing("c", { picture: "ab 1", nodes: [{ ...gate, x: 30 }, gate] });
  const unknown = [drawing("d", { nodes: [] }), drawing("e", { nodes: [] })];
  expect(findCopies([drawing("a", { picture: "ab 1" }), own, sheet, ...unknown]).pairs).toEqual([]);
});

test("a file of an earlier term is one file also if another version read it a little differently", () => {
  const gates = [20, 45, 70].map((x): LaidOutNode => ({ ...gate, x }));
  const before = gates.slice(1).map((each) => ({ ...each, x: each.x + 0.4, width: 12.01, name: "NAND" }));
  const then = { ...drawing("b", { picture: "ab 1", nodes: before }), structure: "NAND" };
  const found = findCopies([drawing("a", { picture: "ab 1", nodes: gates })], { earlier: [then] });
  expect(found.pairs).toMatchObject([{ ids: ["a", "b"], identical: true, sharing: 0 }]);
  expect(found.groups.map(({ ids }) => ids)).toEqual([["a", "b"]]);
});

test("one file comes before layouts that are ever so alike", () => {
  const gates = Array.from({ length: 60 }, (_, k): LaidOutNode => ({ ...gate, x: 15 * (k % 8), y: (13 * k) % 97 }));
  const again = ["a", "b"].map((id) => ({ ...drawing(id, { picture: id, nodes: gates }), structure: "large" }));
  const one = ["c", "d"].map((id) => drawing(id, { picture: "cd 1" }));
  const { pairs } = findCopies([...again, ...one]);
  expect(pairs.map(({ ids }) => ids)).toEqual([
    ["c", "d"],
    ["a", "b"],
  ]);
  expect(pairs[1]!.bits).toBeGreaterThan(pairs[0]!.bits);
});

test("a file of an earlier term is found, those of earlier terms among themselves are not, nor are dismissed ones", () => {
  const [now, then, before] = ["a", "b", "c"].map((id) => drawing(id, { picture: "ab 1" })) as [
    LaidOutCircuit,
    LaidOutCircuit,
    LaidOutCircuit,
  ];
  const found = findCopies([now], { earlier: [then, before], dismissed: [["c", "a"]] });
  expect(found.pairs.map(({ ids }) => ids)).toEqual([["a", "b"]]);
});

test("an empty form that a class of 5,000 hands in is one group, not millions of pairs", () => {
  const forms = Array.from({ length: 5000 }, (_, k) => drawing(`f${k}`, { picture: "form 1", nodes: [] }));
  const { pairs, groups } = findCopies(forms);
  expect(pairs.length).toBeLessThan(5000 * 20);
  expect(pairs.every(({ identical }) => identical)).toBe(true);
  expect(groups.map(({ ids }) => ids.length)).toEqual([5000]);
});

test("drawings of one file are not also listed as what chance makes of their layouts", () => {
  const gates = [20, 45, 70, 95].map((x, k): LaidOutNode => ({ ...gate, x, y: 10 + 7 * k * k }));
  const copies = Array.from({ length: 60 }, (_, k) => drawing(`f${k}`, { picture: "one 1", nodes: gates }));
  const { pairs } = findCopies(copies, { chance: 1000 });
  expect(pairs.length).toBeGreaterThan(60);
  expect(pairs.every(({ identical }) => identical)).toBe(true);
});
