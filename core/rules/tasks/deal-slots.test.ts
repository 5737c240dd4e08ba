import { describe, expect, it } from "vitest";
import { dealSlots, SLOTS, type SlotHolder } from "./deal-slots.ts";

const NAMES = ["ana", "bo", "cas", "dee", "eli", "fay", "gus"];

function holders(count: number, before: ReadonlyMap<string, readonly number[]> = new Map()): SlotHolder[] {
  return NAMES.slice(0, count).map((id) => ({ id, slots: before.get(id) ?? [] }));
}

/** How many of the first `students` each holder has. */
function sizes(dealt: ReadonlyMap<string, readonly number[]>, students = SLOTS): number[] {
  return [...dealt.values()].map((slots) => slots.filter((slot) => slot < students).length);
}

describe("dealSlots", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])("deals every slot to one of %i, and as many to each", (count) => {
    const dealt = dealSlots(holders(count));
    const all = [...dealt.values()].flat().sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: SLOTS }, (_, slot) => slot));
    expect(Math.max(...sizes(dealt)) - Math.min(...sizes(dealt))).toBeLessThanOrEqual(1);
  });

  it("is the same for the same graders", () => {
    expect(dealSlots(holders(3, dealSlots(holders(3))))).toEqual(dealSlots(holders(3)));
  });

  it("takes from the others only what a new grader gets", () => {
    const before = dealSlots(holders(2));
    const after = dealSlots(holders(3, before));
    for (const id of ["ana", "bo"]) expect(before.get(id)).toEqual(expect.arrayContaining([...after.get(id)!]));
    expect(sizes(after)).toEqual([20, 20, 20]);
  });

  it("gives the others only what a grader had who is gone", () => {
    const before = dealSlots(holders(3));
    const after = dealSlots(holders(3, before).filter(({ id }) => id !== "bo"));
    for (const id of ["ana", "cas"]) expect(after.get(id)).toEqual(expect.arrayContaining([...before.get(id)!]));
    expect(sizes(after)).toEqual([30, 30]);
  });

  it("deals a small class about evenly, however the graders came", () => {
    const grown = [2, 3, 4, 5].reduce((before, count) => dealSlots(holders(count, before)), dealSlots(holders(1)));
    for (const students of [10, 20, 30]) {
      expect(Math.max(...sizes(grown, students))).toBeLessThanOrEqual(students / 5 + 2);
      expect(Math.min(...sizes(grown, students))).toBeGreaterThanOrEqual(students / 5 - 2);
    }
  });

  it("counts a slot that two have as the first one's", () => {
    const both = [0, 1];
    const dealt = dealSlots([
      { id: "ana", slots: both },
      { id: "bo", slots: both },
    ]);
    expect(dealt.get("ana")).toEqual(expect.arrayContaining(both));
    expect(sizes(dealt)).toEqual([30, 30]);
  });

  it("deals nothing to nobody", () => {
    expect(dealSlots([])).toEqual(new Map());
  });
});
