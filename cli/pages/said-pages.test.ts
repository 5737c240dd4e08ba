import { expect, test } from "vitest";
import type { DatedStatement, Statement } from "../../core/page-record/statement.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { circuitName } from "../../core/verdict/circuit-name.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { type PageWord, pageKey } from "./page-words.ts";
import { saidIn, saidOfFile } from "./said-pages.ts";

const invert = (x: number) => ({ kind: "invert", pin: { x, y: 2 }, inverted: true }) as WireCorrection;
const page = (number: number, statement: Statement) => {
  return { sha256: "aa", page: number, turn: 0 as const, threshold: 90, statements: [statement] };
};
const NETLIST = netlistOf(["Y = OR(A, B)"]);
const WEB = [
  ...[1, 2].map((number) => page(number, { kind: "wires", add: [invert(number)], drop: [] })),
  page(3, { kind: "choice", name: circuitName(NETLIST), text: "This gate is an OR.", netlist: NETLIST }),
];
const copied = (number: number, statement: Statement): PageWord => {
  const web = { file: "f", turn: 0, threshold: "auto" } as const;
  return { file: "a.pdf", page: 2, sha256: "aa", number, at: 0, statement, web };
};

function wiresOf(...words: PageWord[]): [number, number[]][] {
  const said = saidOfFile({ file: "a.pdf" }, { hash: "aa", web: WEB, words: new Map([[pageKey("a.pdf", 2), words]]) });
  return said.map(({ page, statements }) => {
    const wires = statements.flatMap((each) => (each.kind === "wires" ? each.add : []));
    return [page, wires.map((wire) => (wire.kind === "invert" ? wire.pin.x : -1))];
  });
}

test("a page is read with the web's corrections and then with the folder's, which may discard or take back", () => {
  const own = copied(1, { kind: "wires", add: [invert(7)], drop: [] });
  expect(wiresOf()).toEqual([
    [1, [1]],
    [2, [2]],
  ]);
  expect(wiresOf(own).at(-1)).toEqual([2, [2, 7]]);
  expect(wiresOf(own, copied(2, { kind: "take-back", number: 1 })).at(-1)).toEqual([2, [2]]);
  expect(wiresOf(copied(1, { kind: "discard" }))).toEqual([[1, [1]]]);
  // What came back with a pull is not said twice, and may be taken back in the web.
  const back = { sha256: "aa", page: 2, turn: 0 as const, threshold: 90 };
  const said = (...statements: DatedStatement[]) => saidIn({ ...back, statements }, [own]).length;
  expect(said({ ...own.statement, at: own.at })).toBe(1);
  expect(said({ ...own.statement, at: own.at }, { kind: "take-back", number: 1, at: 5 })).toBe(2);
  expect(said({ ...own.statement, at: 5 })).toBe(2);
  // Words about another picture are no part of it.
  expect(wiresOf({ ...own, sha256: "bb" }).at(-1)).toEqual([2, [2]]);
});
