import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../rules/limits.ts";
import type { Drawing } from "./drawing.ts";
import { groupSimilar } from "./group-similar.ts";
import { likeness } from "./likeness.ts";

function drawing(id: string, x: number, others: readonly number[] = [100]): Drawing {
  return { id, marks: [x, ...others].map((at) => ({ className: "AND", x: at, y: 50, confidence: 95 })) };
}

function ids(drawings: readonly Drawing[]): (readonly string[])[] {
  return groupSimilar(drawings).map((group) => group.ids);
}

describe("groupSimilar", () => {
  test("copies are a group, others are not grouped", () => {
    expect(groupSimilar([drawing("a", 10), drawing("b", 60), drawing("c", 10)])).toEqual([
      { ids: ["a", "c"], score: 1 },
    ]);
  });

  test("a chain of copies is one group, and its score is that of its weakest link", () => {
    const group = groupSimilar([drawing("a", 10), drawing("b", 14), drawing("c", 18)]);
    expect(group).toEqual([{ ids: ["a", "b", "c"], score: 0.6 }]);
  });

  test("a link that is found late joins two groups", () => {
    expect(ids([drawing("a", 10), drawing("c", 18), drawing("b", 14)])).toEqual([["a", "c", "b"]]);
  });

  test("the margin is the specification's, and neighbours across a cell's edge are found", () => {
    expect(ids([drawing("a", 4.9), drawing("b", 4.9 + LIMITS.similarityMargin)])).toEqual([["a", "b"]]);
    expect(ids([drawing("a", 4.9), drawing("b", 5 + LIMITS.similarityMargin)])).toEqual([]);
    expect(groupSimilar([drawing("a", 10), drawing("b", 12)], { margin: 1 })).toEqual([]);
  });

  test("a dismissed pair makes no group, but a third drawing may still join the two", () => {
    const dismissed = [["a", "b"]] as const;
    const of = (...drawings: Drawing[]) => groupSimilar(drawings, { dismissed }).map((group) => group.ids);
    expect(of(drawing("b", 10), drawing("a", 10))).toEqual([]);
    expect(of(drawing("a", 10), drawing("b", 10), drawing("c", 10))).toEqual([["a", "b", "c"]]);
  });

  test("drawings without predictions are in no group", () => {
    const empty = ["a", "b"].map((id) => ({ id, marks: [] }));
    expect(groupSimilar(empty)).toEqual([]);
  });

  test("similar drawings are never in different groups, and every member is similar to another one", () => {
    const marks = fc.array(
      fc.record({
        className: fc.constantFrom("AND", "OR"),
        x: fc.integer({ min: 0, max: 16 }),
        y: fc.integer({ min: 0, max: 12 }),
        confidence: fc.integer({ min: 90, max: 100 }),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 14 }), (all) => {
        const drawings = all.map((each, index) => ({ id: String(index), marks: each }));
        const groups = groupSimilar(drawings);
        const groupOf = (id: string) => groups.findIndex((group) => group.ids.includes(id));
        const alike = (a: Drawing, b: Drawing) => a !== b && likeness(a.marks, b.marks, 5) !== null;
        for (const a of drawings) {
          const partners = drawings.filter((b) => alike(a, b));
          expect(groupOf(a.id) !== -1).toBe(partners.length > 0);
          for (const b of partners) expect(groupOf(b.id)).toBe(groupOf(a.id));
        }
      }),
    );
  });

  test("ten thousand drawings are grouped before the test times out, even if thousands are copies", () => {
    const random = (seed: number) => ((seed * 2654435761) % 2 ** 32) / 2 ** 32;
    const drawings = Array.from({ length: 10_000 }, (_, index) => {
      const origin = index % 4 === 0 ? 0 : index;
      const at = [1, 2, 3, 4, 5].map((k) => random(origin * 7 + k) * 250);
      return drawing(String(index), random(origin) * 250, at);
    });
    const groups = groupSimilar(drawings);
    expect(groups[0]?.ids.filter((id) => Number(id) % 4 === 0)).toHaveLength(2500);
  });
});
