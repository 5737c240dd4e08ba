import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foldOf, loadDrawings, partOf } from "./sketches.ts";

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
    expect(Object.keys(split.measuring).sort()).toEqual(["e85", "gatestudy", "survey"]);
    expect(measuring.filter((drafter) => validation.includes(drafter))).toEqual([]);
  });

  it("sorts a drafter by set and number", () => {
    expect(partOf({ set: "e85", drafter: "0268" })).toBe("measuring");
    expect(partOf({ set: "gatestudy", drafter: "05" })).toBe("validation");
    expect(partOf({ set: "survey", drafter: "001" })).toBe("training");
  });

  it("has each training drafter, and nobody else, in one fold", () => {
    expect(foldOf({ set: "e85", drafter: "0128" })).toBe(0);
    expect(foldOf({ set: "survey", drafter: "017" })).toBe(1);
    for (const part of ["training", "validation", "measuring"] as const) {
      for (const { truth } of loadDrawings(part) ?? []) expect(foldOf(truth) !== -1).toBe(part === "training");
    }
  });

  it("shares no drafter between the parts' drawings, where the data is on this machine", () => {
    const drafters = (["training", "validation", "measuring"] as const).map(
      (part) => new Set((loadDrawings(part) ?? []).map(({ truth }) => `${truth.set}/${truth.drafter}`)),
    );
    const all = drafters.flatMap((set) => [...set]);
    expect(new Set(all).size).toBe(all.length);
  });
});
