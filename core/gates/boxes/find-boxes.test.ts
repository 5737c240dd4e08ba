import { describe, expect, it } from "vitest";
import { drawMarkedCircuit } from "../../testdata/drawn-circuit.ts";
import { line } from "../../testdata/lines.ts";
import { findBoxes } from "./find-boxes.ts";

type Line = ReturnType<typeof line>;

const ONE = line("128,140 136,130 136,170");
const BOX = line("100,100 170,100 170,200 100,200 100,100");

function boxesOf(wires: readonly Line[], { isThorough = false } = {}) {
  const { page } = drawMarkedCircuit({ wires });
  return findBoxes(page, { isThorough }).map(({ box, texts }) => ({
    box: [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round),
    texts: texts.map((text) => text.box),
  }));
}

describe("findBoxes", () => {
  it("finds a rectangle with something written in it", () => {
    const [found, ...others] = boxesOf([BOX, ONE]);
    expect(others).toEqual([]);
    for (const [k, edge] of [98, 98, 172, 202].entries())
      expect(Math.abs(found!.box[k]! - edge)).toBeLessThanOrEqual(2);
    expect(found!.texts).toMatchObject([{ x: 127, y: 129, width: 11, height: 43 }]);
  });

  it("finds slanted ones, and open ones in a thorough search or next to a closed one", () => {
    expect(boxesOf([line("100,104 170,100 174,196 104,200 100,104"), ONE])).toHaveLength(1);
    const open = line("100,105 100,200 170,200 170,100 104,100");
    expect(boxesOf([open, ONE])).toEqual([]);
    expect(boxesOf([open, ONE], { isThorough: true })).toHaveLength(1);
    const second = [line("300,100 370,100 370,200 300,200 300,100"), line("336,130 336,170")];
    expect(boxesOf([open, ONE, ...second])).toHaveLength(2);
  });

  it("leaves empty boxes, cells of tables and other shapes alone", () => {
    expect(boxesOf([BOX])).toEqual([]);
    const next = [line("170,100 240,100 240,200 170,200"), line("206,130 206,170")];
    expect(boxesOf([BOX, ONE, ...next])).toEqual([]);
    const and = line("100,100 130,100 153,107 170,127 176,150 170,173 153,193 130,200 100,200 100,100");
    expect(boxesOf([and, ONE], { isThorough: true })).toEqual([]);
    expect(boxesOf([line("100,100 180,150 100,200 100,100"), line("118,140 118,165")], { isThorough: true })).toEqual(
      [],
    );
  });

  it("finds narrow slanted ones", () => {
    const slanted = line("112,100 150,100 140,200 102,200 112,100");
    expect(boxesOf([slanted, line("124,130 122,170")])).toHaveLength(1);
  });

  it("leaves places between rails and taps alone, and finds the boxes behind them", () => {
    const rails = [line("40,20 40,300"), line("90,20 90,300")];
    const taps = [line("40,103 200,103"), line("90,196 200,196")];
    const box = [line("200,100 270,100 270,200 200,200 200,100"), line("236,130 236,170")];
    expect(boxesOf([...rails, ...taps, ...box]).map(({ box: [x] }) => x)).toEqual([199]);
    const between = [line("40,200 200,200"), line("64,130 66,170")];
    expect(boxesOf([...rails, ...taps.slice(0, 1), ...between])).toEqual([]);
  });

  it("leaves a frame around a box alone", () => {
    const frame = line("60,60 300,60 300,260 60,260 60,60");
    expect(boxesOf([frame, BOX, ONE]).map(({ box }) => box[0])).toEqual([99]);
  });

  it("leaves out of a second text what touches the outline", () => {
    const [{ texts } = { texts: [] }] = boxesOf([BOX, ONE, line("100,180 150,180")]);
    expect(texts.map(({ height }) => height)).toEqual([53, 43]);
  });
});
