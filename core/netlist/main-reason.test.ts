import { describe, expect, it } from "vitest";
import type { PictureBox } from "../geometry/coordinates.ts";
import { circuitProblem } from "./circuit-problems.ts";
import { mainReason } from "./main-reason.ts";

const open = circuitProblem("open-input", { gateClass: "AND", pins: [1] });
const other = circuitProblem("other-symbol", {});

function codes(count: number, gates: number): string[] {
  return mainReason(
    Array.from({ length: count }, () => open),
    gates,
  ).map(({ code }) => code);
}

describe("mainReason", () => {
  it("says only what is no gate, if something is not", () => {
    expect(mainReason([open, other, open, other], 9)).toEqual([other]);
  });

  it("says so if there are more shapes that were not read than gates", () => {
    const box = { x: 1, y: 2, width: 3, height: 4 } as const;
    const unread = circuitProblem("unread-gate", {}, { box } as { box: PictureBox });
    expect(mainReason([unread, unread, open, open], 2)).toEqual([{ ...other, box }]);
  });

  it("lists the problems of a circuit", () => {
    expect(codes(0, 2)).toEqual([]);
    expect(codes(3, 1)).toEqual(Array(3).fill("open-input"));
    expect(codes(6, 8)).toEqual(Array(6).fill("open-input"));
  });

  it("says in one sentence that a page was not read as a circuit", () => {
    expect(codes(4, 3)).toEqual(["unclear-drawing"]);
    expect(codes(60, 100)).toEqual(["unclear-drawing"]);
    expect(mainReason(Array(60).fill(open), 100)[0]!.message).toContain("(60 doubts)");
  });
});
