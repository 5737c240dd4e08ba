import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLLECTIONS, foldOf, loadDrawings, partOf } from "./sketches.ts";

const PARTS = ["training", "validation", "measuring"] as const;

/** Each part's drawings; empty if the data is not on this machine. */
const drawings = new Map(PARTS.map((part) => [part, loadDrawings(part) ?? []]));

const split = JSON.parse(readFileSync(new URL("../models/training/splits.json", import.meta.url), "utf8"));

describe("the split of drafters", () => {
  it("keeps at least 8 drafters of all three sets for measuring, none of them for choosing thresholds", () => {
    const measuring = Object.entries<string[]>(split.measuring).flatMap(([set, ids]) =>
      ids.map((id) => `${set}/${id}`),
    );
    const validation = Object.entries<string[]>(split.validation).flatMap(([set, ids]) =>
      ids.map((id) => `${set}/${id}`),
    );
    expect(measuring.length).toBeGreaterThanOrEqual(8);
    expect(Object.keys(split.measuring).sort()).toEqual(["drawstyle", "e85", "gatestudy", "survey"]);
    expect(measuring.filter((drafter) => validation.includes(drafter))).toEqual([]);
  });

  it("sorts a drafter by set and number", () => {
    expect(partOf({ set: "e85", drafter: "0268" })).toBe("measuring");
    expect(partOf({ set: "gatestudy", drafter: "05" })).toBe("validation");
    expect(partOf({ set: "survey", drafter: "001" })).toBe("training");
    expect(partOf({ set: "drawstyle", drafter: "ds06" })).toBe("measuring");
  });

  it("knows people by one number in all sets that they drew", () => {
    expect(partOf({ set: "drawstyle_pilot", drafter: "ds37" })).toBe("validation");
    expect(partOf({ set: "gatestudy_more", drafter: "gm12" })).toBe("measuring");
    expect(foldOf({ set: "drawstyle_pilot", drafter: "dsP1" })).toBe(0);
  });

  it("has each training drafter, and nobody else, in one fold", () => {
    expect(foldOf({ set: "e85", drafter: "0128" })).toBe(0);
    expect(foldOf({ set: "survey", drafter: "017" })).toBe(1);
    for (const part of PARTS) {
      for (const { truth } of drawings.get(part)!) expect(foldOf(truth) !== -1).toBe(part === "training");
    }
  });

  it("gives old and new drawings together or apart, never drafts or drawings of unknown people", () => {
    const both = drawings.get("validation")!;
    const apart = COLLECTIONS.map((name) => loadDrawings("validation", { collections: [name] }) ?? []);
    expect(both).toEqual(apart.flat());
    for (const [index, own] of apart.entries()) {
      expect(own.every(({ collection }) => collection === COLLECTIONS[index])).toBe(true);
    }
    const all = [...drawings.values()].flat();
    expect(all.filter(({ truth }) => truth.verified === "none" || truth.set === "drawstyle_lab")).toEqual([]);
  });

  it("writes letters as expressions do: capitals", () => {
    const all = [...drawings.values()].flat().map(({ truth }) => truth.inputs);
    expect(all.filter((inputs) => /^[a-g]+$/.test(inputs.join("")))).toEqual([]);
  });

  it("shares no drafter between the parts' drawings, where the data is on this machine", () => {
    const drafters = PARTS.map(
      (part) => new Set(drawings.get(part)!.map(({ truth }) => `${truth.set}/${truth.drafter}`)),
    );
    const all = drafters.flatMap((set) => [...set]);
    expect(new Set(all).size).toBe(all.length);
  });
});
