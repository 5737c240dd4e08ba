import { describe, expect, it } from "vitest";
import { looksOf } from "../testdata/looks-of.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { chosenReading } from "./chosen-reading.ts";
import type { PageLook } from "./evidence.ts";
import { likelyReadings } from "./likely-readings.ts";
import { questionOf } from "./question.ts";
import { readingConfidence } from "./reading-confidence.ts";
import { unsureVerdict } from "./unsure-verdict.ts";
import { verdictFeatures, verdictOf } from "./verdict.ts";

const NAND = netlistOf(["Y = NAND(A, B)"]);
const AND = netlistOf(["Y = AND(A, B)"]);
const ASKS_AND = [{ expression: "A & B", grade: 4 }];
const ASKS_NAND = [{ expression: "~(A & B)", grade: 4 }];

/** A look that sees one circuit, without a doubt. */
function seen(netlist: PageLook["circuits"][number]["netlist"], faults = 0): PageLook {
  return { circuits: [{ netlist, cost: 0, faults, doubts: [], meetings: [] }] };
}

describe("likelyReadings", () => {
  it("shares out each look's weight by the odds of its readings", () => {
    const readings = likelyReadings(looksOf(NAND, { confidence: 0.75 }));
    expect(readings.map(({ share }) => share)).toEqual([expect.closeTo(0.75), expect.closeTo(0.25)]);
    expect(readings[1]!.netlist.gates[0]!.gateClass).toBe("AND");
    const both = likelyReadings([seen(NAND), seen(AND, 2)]);
    // A look that sees faults counts less.
    expect(both[0]!.share).toBeGreaterThan(0.7);
    expect(both[0]!.share + both[1]!.share).toBeCloseTo(1);
  });

  it("leaves out what the ink rules out", () => {
    expect(likelyReadings(looksOf(NAND, { confidence: 1 - 1e-6 }))).toHaveLength(1);
  });
});

describe("verdictOf", () => {
  it("is sure of full marks, and of none, where nothing is in doubt", () => {
    const full = verdictOf(looksOf(AND), { keys: ASKS_AND });
    expect(full.points).toBe(4);
    expect(full.confidence).toBeGreaterThan(full.needed);
    const none = verdictOf([seen(AND)], { keys: ASKS_NAND });
    expect([none.points, none.needed]).toEqual([0, expect.closeTo(0.995)]);
    expect(none.confidence).toBeGreaterThan(none.needed);
  });

  it("is not sure that points are lost if a plausible reading earns them", () => {
    const { points, confidence, needed } = verdictOf(looksOf(AND, { confidence: 0.9 }), { keys: ASKS_NAND });
    expect(points).toBe(0);
    expect(confidence).toBeLessThan(needed);
  });

  it("is less sure of full marks the more looks were needed and the more of them disagree", () => {
    const sure = (looks: readonly PageLook[]) => verdictOf(looks, { keys: ASKS_NAND }).confidence;
    const look = looksOf(NAND, { confidence: 0.6 });
    const three = [...look, ...look, ...look];
    const [one, four, torn] = [look, [...three, ...look], [...three, seen(AND)]].map(sure);
    expect(four).toBeLessThan(one!);
    expect(torn).toBeLessThan(four!);
  });

  it("is less sure that points are lost the more of the readings earn anything else", () => {
    const rest = Array.from({ length: 2 }, () => seen(NAND));
    const sure = (look: PageLook) => verdictOf([...rest, look], { keys: ASKS_AND }).confidence;
    const unreadable = seen({ ...NAND, inputs: NAND.inputs.slice(0, 1) });
    const [alike, other, right] = [seen(NAND), unreadable, seen(AND)].map(sure);
    expect(other).toBeLessThan(alike!);
    expect(right).toBeLessThan(other!);
  });

  it("is not sure where other points are likelier", () => {
    const { points, confidence } = verdictOf(looksOf(AND, { confidence: 0.4 }), { keys: ASKS_AND });
    expect(points).toBe(4);
    expect(confidence).toBeCloseTo(0.4);
  });

  it("is never surer than the pages of its fit can show", () => {
    expect(verdictOf([seen(AND)], { keys: ASKS_AND }).confidence).toBe(0.998);
  });

  it("is not sure that an output is missing: it may have been overlooked", () => {
    const looks = [seen(AND)];
    const keys = [...ASKS_AND, ...ASKS_NAND];
    const verdict = verdictOf(looks, { keys });
    expect(verdict).toMatchObject({ points: 4, confidence: 0.5, lacksOutput: true });
    expect(unsureVerdict(verdict, { question: null, maximum: 8 }).message).toContain("Fewer outputs were found");
    expect(verdictOf(chosenReading(AND).looks, { keys }).confidence).toBeGreaterThan(0.99);
    expect(verdictFeatures(looks, { keys })).toBeNull();
  });

  it("has no points where nothing can be compared with the keys", () => {
    const { points, confidence } = verdictOf([seen(netlistOf(["Y = NOT(A)"]))], { keys: ASKS_AND });
    expect([points, confidence]).toEqual([null, 0]);
    expect(verdictOf([], { keys: ASKS_AND }).points).toBeNull();
  });
});

describe("questionOf", () => {
  it("asks for the one place that would make the answer right", () => {
    const looks = looksOf(NAND, { confidence: 0.8 });
    const verdict = verdictOf(looks, { keys: ASKS_AND });
    const { question, netlists } = questionOf(looks, verdict, { maximum: 4 })!;
    expect(question.text).toBe("If this gate is an AND, the answer is right.");
    expect(question.choices.map(({ text, points, outputs }) => [text, points, outputs[0]?.expression])).toEqual([
      ["As it was read.", 0, "~(A & B)"],
      ["This gate is an AND.", 4, "A & B"],
    ]);
    expect(netlists[1]!.gates[0]!.gateClass).toBe("AND");
    expect(new Set(question.choices.map(({ name }) => name)).size).toBe(2);
  });

  it("asks about a page that cannot be graded as read only if a reading earns points", () => {
    const unreadable = { ...AND, inputs: AND.inputs.slice(0, 1) };
    const offered = (keys: typeof ASKS_AND) => {
      const looks = [seen(unreadable), seen(NAND), seen(netlistOf(["Y = OR(A, B)"]))];
      const verdict = verdictOf(looks, { keys });
      expect(verdict.points).toBeNull();
      return questionOf(looks, verdict, { maximum: 4 })?.question.choices.map(({ points }) => points);
    };
    expect(offered(ASKS_NAND)).toEqual([null, 4, 0]);
    expect(offered([{ expression: "A ^ B", grade: 4 }])).toBeUndefined();
  });

  it("offers the reading that earns full marks, even where others are likelier", () => {
    const [read, half, full] = [
      ["OR", "OR"],
      ["AND", "OR"],
      ["AND", "NAND"],
    ].map(([first, second]) => netlistOf([`Y = ${first}(A, B)`, `Z = ${second}(A, B)`], ["Y", "Z"]));
    const none = netlistOf(["Y = XOR(A, B)", "Z = XOR(A, B)"], ["Y", "Z"]);
    const rival = (netlist: typeof none, cost: number) => ({ netlist, cost, faults: 0, doubts: [], meetings: [] });
    const looks = [{ circuits: [rival(read!, 0), rival(none, 0.1), rival(half!, 1), rival(full!, 5)] }];
    const verdict = verdictOf(looks, { keys: [...ASKS_AND, ...ASKS_NAND] });
    const { question } = questionOf(looks, verdict, { maximum: 8 })!;
    expect(question.choices.map(({ points }) => points)).toEqual([0, 4, 8]);
    expect(question.text).toContain("it earns 4 of 8 points");
  });

  it("names the places of two readings that would have the same words", () => {
    const circuit = (first: string, second: string) =>
      netlistOf([`Y = ${first}(A, B)`, `Z = ${second}(C, D)`], ["Y", "Z"]);
    const rival = (netlist: typeof NAND, cost: number) => ({ netlist, cost, faults: 0, doubts: [], meetings: [] });
    const looks = [
      { circuits: [rival(circuit("AND", "AND"), 0), rival(circuit("OR", "AND"), 1), rival(circuit("AND", "OR"), 1)] },
    ];
    const keys = [
      { expression: "A | B", grade: 4 },
      { expression: "C | D", grade: 2 },
    ];
    const { question } = questionOf(looks, verdictOf(looks, { keys }), { maximum: 6 })!;
    expect(question.choices.map(({ text }) => text)).toEqual(["As it was read.", "AND 1 is an OR.", "AND 2 is an OR."]);
  });

  it("asks nothing where no other reading is plausible", () => {
    const looks = [seen(NAND)];
    expect(questionOf(looks, verdictOf(looks, { keys: ASKS_AND }), { maximum: 4 })).toBeNull();
  });
});

it("takes a chosen reading for certain", () => {
  const { outputs, looks, problems } = chosenReading(AND);
  expect([outputs[0]?.expression, problems]).toEqual(["A & B", []]);
  expect(verdictOf(looks, { keys: ASKS_AND }).confidence).toBeGreaterThan(0.99);
});

it("is a probability, which falls with doubt", () => {
  const sure = readingConfidence(looksOf(AND));
  const unsure = readingConfidence(looksOf(AND, { confidence: 0.6 }));
  expect(unsure).toBeLessThan(sure);
  expect([sure < 1, unsure > 0, readingConfidence([])]).toEqual([true, true, 0]);
});
