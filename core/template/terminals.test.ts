import { expect, it } from "vitest";
import { BORDER, GRID_STEP } from "./layout.ts";
import { formatTerminals, parseTerminals, placeTerminals, terminalsOf } from "./terminals.ts";

const USUAL = ["A", "B", "C", "D", "E", "F", "G"];

it("has all letters and an output for each key, whatever the keys need", () => {
  expect(terminalsOf({ names: null, keys: 2 })).toEqual({ inputs: USUAL, outputs: ["OUT 1", "OUT 2"] });
  expect(terminalsOf({ names: { inputs: [], outputs: ["F"] }, keys: 2 }).outputs).toEqual(["F", "OUT 2"]);
  expect(terminalsOf({ names: { inputs: ["S", "D"], outputs: [] }, keys: 1 }).inputs).toEqual(["S", "D"]);
});

it.each([
  ["~", { inputs: USUAL, outputs: ["OUT 1"] }],
  ["~.", { inputs: USUAL, outputs: ["OUT 1", "OUT 2"] }],
  ["S1.S0~Y.", { inputs: ["S1", "S0"], outputs: ["Y", "OUT 2"] }],
  ["A~F", { inputs: ["A"], outputs: ["F"] }],
])("is %s in a QR code", (text, terminals) => {
  expect(formatTerminals(terminals)).toBe(text);
  expect(parseTerminals(text)).toEqual(terminals);
});

it("leaves out how an index is written", () => {
  expect(formatTerminals({ inputs: ["S_1", "D[0]", "q₂"], outputs: ["Y"] })).toBe("S1.D0.q2~Y");
});

it.each(["", "A", "A~B~C", "A B~", "<b>~"])("does not take %j for terminals", (text) => {
  expect(parseTerminals(text)).toBeNull();
});

it("puts inputs at the left and outputs at the right, on lines of the grid, apart from each other and from the corners", () => {
  for (const count of [1, 2, 5, 7]) {
    const places = placeTerminals({ inputs: USUAL.slice(0, count), outputs: ["Y"] });
    expect(places.filter(({ side }) => side === "left").map(({ name }) => name)).toEqual(USUAL.slice(0, count));
    expect(places.at(-1)).toMatchObject({ name: "Y", side: "right", at: { x: BORDER.x + BORDER.width } });
    const heights = places.slice(0, count).map(({ at }) => at.y - BORDER.y);
    expect(heights.every((height) => height % GRID_STEP === 0)).toBe(true);
    const gaps = [...heights, BORDER.height].map((height, index) => height - (heights[index - 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15);
  }
});
