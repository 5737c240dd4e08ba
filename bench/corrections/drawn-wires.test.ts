import { expect, it } from "vitest";
import { drawnWires, wireFaults } from "./drawn-wires.ts";

type Place = readonly [number, number];

const line = (...places: readonly Place[]) => places.map(([x, y]) => ({ x, y }));

const GATES = [{ box: { x: 200, y: 0, width: 100, height: 100 } }];
/** A rail with a tap to the gate, and a wire that crosses the rail. */
const RAIL = line([100, -100], [100, 200]);
const TAP = line([98, 80], [200, 80]);
const ACROSS = line([20, 20], [200, 20]);
const drawn = drawnWires([[RAIL], [TAP], [ACROSS]], GATES);

it("a wire that ends on another one is connected to it, one that passes is not", () => {
  expect(drawn.nets.map((strokes) => strokes.length).sort()).toEqual([1, 2]);
  expect(drawn.crossings.every(({ at }) => Math.hypot(at.x - 100, at.y - 20) < 40)).toBe(true);
  expect(drawn.crossings.length).toBeGreaterThan(0);
});

it("wires that were read as drawn have no faults", () => {
  const wires = [
    { net: 0, lines: [RAIL, TAP] },
    { net: 1, lines: [ACROSS] },
  ];
  expect(wireFaults(drawn, { wires })).toEqual({ count: 0, places: [], unread: [] });
});

it("two wires that were read as one are a fault at their crossing", () => {
  const { count, places } = wireFaults(drawn, { wires: [{ net: 0, lines: [RAIL, TAP, ACROSS] }] });
  expect(count).toBe(1);
  expect(places).toEqual(drawn.crossings.map(({ at }) => at));
});

it("a wire that was read in two parts is a fault at their ends", () => {
  const wires = [
    { net: 0, lines: [RAIL] },
    { net: 1, lines: [TAP.map(({ x, y }) => ({ x: x + 10, y }))] },
    { net: 2, lines: [ACROSS] },
  ];
  const { count, places } = wireFaults(drawn, { wires });
  expect(count).toBe(1);
  expect(places).toContainEqual({ x: 108, y: 80 });
});

it("a wire that was not read is a fault along it", () => {
  const { count, unread, places } = wireFaults(drawn, { wires: [{ net: 0, lines: [RAIL, TAP] }] });
  expect({ count, unread, places }).toEqual({ count: 1, unread: [ACROSS], places: ACROSS });
});
