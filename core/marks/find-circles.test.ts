import { describe, expect, it } from "vitest";
import { plainPage } from "../testdata/plain-page.ts";
import { type Detector, SIDE_CROP } from "./detector/detector.ts";
import { findCircles } from "./find-circles.ts";
import type { GateMark, PointMark } from "./marks.ts";

const SIDE = 200;

/** A dark disc at an input circle of the gate below: left of its back, at a quarter of its height. */
const page = plainPage({
  width: SIDE,
  height: SIDE,
  ink: Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    Math.hypot((i % SIDE) - 95, Math.floor(i / SIDE) - 75) < 4 ? 255 : 0,
  ),
});

const gate: GateMark = {
  box: { x: 100, y: 60, width: 70, height: 60 },
  gateClass: "AND",
  classScores: [1, 0, 0, 0, 0, 0, 0],
  direction: "right",
  confidence: 0.9,
};

const bubble: PointMark = { kind: "bubble", at: { x: 96, y: 76 }, confidence: 0.3 };

/** Sees a circle, with this logit, in every cell whose crop is mostly ink. */
function sees(logit: number): Detector {
  const unused = () => Promise.reject(new Error("not called"));
  return {
    model: "",
    detect: unused,
    classifyGates: unused,
    readLetters: unused,
    readBoxLabels: unused,
    close: async () => {},
    findCircles: async (crops, count) => {
      const { rows, columns, cell } = SIDE_CROP;
      const heat = new Float32Array((count * rows * columns) / cell ** 2).fill(-9);
      let x = 0;
      let y = 0;
      let sum = 0;
      crops.forEach((ink, k) => {
        x += ink * (k % columns);
        y += ink * Math.floor(k / columns);
        sum += ink;
      });
      if (sum > 0) heat[Math.floor(y / sum / cell) * (columns / cell) + Math.floor(x / sum / cell)] = logit;
      return heat;
    },
  };
}

describe("findCircles", () => {
  it("adds a circle that only the second look sees, at its place on the page", async () => {
    const found = await findCircles(page, { gates: [gate], points: [], detector: sees(4) });
    expect(found).toHaveLength(1);
    expect(found[0]!.kind).toBe("bubble");
    expect(Math.hypot(found[0]!.at.x - 95, found[0]!.at.y - 75)).toBeLessThan(4);
    expect(found[0]!.confidence).toBeGreaterThan(0.5);
  });

  it("believes or doubts the detector's circle", async () => {
    const [sure] = await findCircles(page, { gates: [gate], points: [bubble], detector: sees(4) });
    const [unsure] = await findCircles(page, { gates: [gate], points: [bubble], detector: sees(-6) });
    expect(sure).toMatchObject({ at: bubble.at });
    expect(sure!.confidence).toBeGreaterThan(0.8);
    expect(unsure!.confidence).toBeLessThan(0.1);
  });

  it("leaves other points and circles away from gates alone", async () => {
    const points: PointMark[] = [
      { kind: "junction", at: bubble.at, confidence: 0.4 },
      { ...bubble, at: { x: 20, y: 180 } },
    ];
    expect(await findCircles(page, { gates: [gate], points, detector: sees(-9) })).toEqual(points);
  });
});
