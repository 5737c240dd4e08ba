import { describe, expect, it } from "vitest";
import { plainPage } from "../testdata/plain-page.ts";
import { classifyGates } from "./classify-gates.ts";
import { CROP_LOGITS, CROP_SIDE, type Detector } from "./detector/detector.ts";

const SIDE = 200;

/** Ink only in the lower part of the box (60, 60) to (140, 140): where a gate that points down has its tip. */
const page = plainPage({
  width: SIDE,
  height: SIDE,
  ink: Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const x = i % SIDE;
    const y = Math.floor(i / SIDE);
    return x > 90 && x < 110 && y > 120 && y < 138 ? 255 : 0;
  }),
});

function fakeDetector(logits: number[]): { detector: Detector; crops: Float32Array[] } {
  const crops: Float32Array[] = [];
  return {
    crops,
    detector: {
      model: "",
      detect: () => Promise.reject(new Error("not called")),
      classifyGates: async (all, count) => {
        crops.push(all);
        expect(count * CROP_LOGITS).toBe(logits.length);
        return Float32Array.from(logits);
      },
      readLetters: () => Promise.reject(new Error("not called")),
      findCircles: () => Promise.reject(new Error("not called")),
      readBoxLabels: () => Promise.reject(new Error("not called")),
      close: async () => {},
    },
  };
}

const candidate = {
  box: { x: 60, y: 60, width: 80, height: 80 },
  classScores: [0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
  direction: Math.PI / 2,
  heat: 0.9,
};

describe("classifyGates", () => {
  it("turns the crop so that the tip is at its right", async () => {
    const { detector, crops } = fakeDetector([0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0]);
    const [gate] = await classifyGates(page, { candidates: [candidate], detector });
    let x = 0;
    let y = 0;
    let sum = 0;
    crops[0]!.forEach((ink, i) => {
      x += ink * (i % CROP_SIDE);
      y += ink * Math.floor(i / CROP_SIDE);
      sum += ink;
    });
    expect(x / sum).toBeGreaterThan(40);
    expect(Math.abs(y / sum - 31.5)).toBeLessThan(1.5);
    expect(gate).toMatchObject({ gateClass: "OR", direction: "down" });
    expect(gate!.confidence).toBeGreaterThan(0.8);
  });

  it("corrects the direction where the crop clearly says so", async () => {
    const { detector } = fakeDetector([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0]);
    const [gate] = await classifyGates(page, { candidates: [candidate], detector });
    expect(gate!.direction).toBe("up");
  });

  it("takes confidence from what looks like no gate", async () => {
    const { detector } = fakeDetector([2, 0, 0, 0, 0, 0, 0, 7, 9, 0, 0, 0]);
    const [gate] = await classifyGates(page, { candidates: [candidate], detector });
    expect(gate!.confidence).toBeLessThan(0.3);
  });

  it("gives nothing for nothing", async () => {
    const { detector } = fakeDetector([]);
    expect(await classifyGates(page, { candidates: [], detector })).toEqual([]);
  });
});
