import { expect, it } from "vitest";
import { looksOf } from "../testdata/looks-of.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { chosenReading } from "../verdict/chosen-reading.ts";
import type { PageLook } from "../verdict/evidence.ts";
import { decidePage, isSettled } from "./decide-page.ts";
import { judgePage } from "./judge-page.ts";

const [AND, NAND] = [netlistOf(["Y = AND(A, B)"]), netlistOf(["Y = NAND(A, B)"])];
const ASKS_AND = { keys: [{ expression: "A & B", grade: 4 }] };
const ASKS_NAND = { keys: [{ expression: "~(A & B)", grade: 4 }] };

const read = (netlist: typeof AND, looks: readonly PageLook[]) => ({ ...chosenReading(netlist), looks });
const [first] = looksOf(AND, { confidence: 0.75 }) as [PageLook];
const [second] = looksOf(NAND) as [PageLook];
/** Read for a key that the first look settles. */
const once = read(AND, [first]);
/** Read for any key: two looks, of which the second is the better one. */
const twice = read(NAND, [second, { ...first, maySettle: true }]);

it("reaches the same verdict by the first look, whether others were taken or not", () => {
  expect(isSettled(once, ASKS_AND)).toBe(true);
  expect(decidePage(twice, ASKS_AND)).toEqual(decidePage(once, ASKS_AND));
  const graded = judgePage({ ...twice, wires: [] }, ASKS_AND);
  expect(graded).toEqual(judgePage({ ...once, wires: [] }, ASKS_AND));
  expect(graded.grade).toBe(4);
});

it("decides by all looks where the first does not settle the points", () => {
  expect(isSettled(once, ASKS_NAND)).toBe(false);
  const plain = read(NAND, [second, first]);
  expect(decidePage(twice, ASKS_NAND)).toEqual(decidePage(plain, ASKS_NAND));
  // To and fro.
  expect(decidePage(twice, ASKS_AND)).toEqual(decidePage(once, ASKS_AND));
});

it("lets no look settle a page with a problem", () => {
  const problems = [{ code: "several-sheets", message: "Which sheet?" }];
  expect(decidePage({ ...twice, problems }, ASKS_AND).item.grade).not.toBe(4);
});
