import { describe, expect, it } from "vitest";
import type { Problem } from "../rules/problem.ts";
import { confidenceFeatures, pageConfidence } from "./page-confidence.ts";

const gate = (confidence: number) => ({ className: "AND" as const, confidence });
const input = (confidence: number) => ({ className: "input" as const, confidence });
const problem: Problem = { code: "open-input", message: "" };

describe("pageConfidence", () => {
  const clear = { predictions: [gate(0.9), gate(0.92), input(0.98), input(0.97)], problems: [] };

  it("is a probability", () => {
    for (const evidence of [
      clear,
      { predictions: [], problems: [] },
      { predictions: [gate(0)], problems: [problem] },
    ]) {
      expect(pageConfidence(evidence)).toBeGreaterThan(0);
      expect(pageConfidence(evidence)).toBeLessThan(1);
    }
  });

  it("falls with a doubtful gate, with a doubtful name and with problems", () => {
    const doubts = [
      { ...clear, predictions: [...clear.predictions, gate(0.5)] },
      { ...clear, predictions: [...clear.predictions, input(0.5)] },
      { ...clear, problems: [problem] },
    ];
    for (const doubt of doubts) expect(pageConfidence(doubt)).toBeLessThan(pageConfidence(clear));
  });
});

describe("confidenceFeatures", () => {
  it("counts close meetings and at most three problems", () => {
    const meeting = (confidence: number) => ({ className: "junction" as const, confidence });
    const features = confidenceFeatures({
      predictions: [gate(0.5), meeting(0.6), meeting(0.95)],
      problems: [problem, problem, problem, problem],
    });
    expect(features).toHaveLength(5);
    expect(features[0]).toBeCloseTo(0);
    expect(features[3]).toBeCloseTo(Math.log(2));
    expect(features[4]).toBe(3);
  });
});
