import { describe, expect, it } from "vitest";
import { gradeItem } from "./grade-item.ts";
import { planRegrade, type RegradedPage } from "./plan-regrade.ts";

const XOR = { expression: "A ^ B", grade: 5 };
const OR = { expression: "A | B", grade: 5 };
const PAGE = {
  inputs: ["A", "B"],
  outputs: [{ name: "OUT 1", expression: "A | B", truth_table: ["000", "011", "101", "111"] }],
  problems: [],
};

/** A page that draws an OR, whose key was an XOR and is an OR now. */
function page(studentId: string, change: Partial<RegradedPage> = {}): RegradedPage {
  const [before, after] = [gradeItem([XOR], PAGE), gradeItem([OR], PAGE)];
  return { id: `${studentId}-1`, studentId, item: 1, given: 0, overridden: false, before, after, ...change };
}

describe("planRegrade", () => {
  it("lists each student's old and new points, and the outputs that become correct or wrong", () => {
    const back = page("20230002", { given: 5, before: page("").after, after: page("").before });
    const other = page("20230001", { id: "other", item: 2, given: 3, after: gradeItem([{ ...OR, grade: 3 }], PAGE) });
    expect(planRegrade([page("20230001"), other, back])).toEqual({
      students: [
        {
          studentId: "20230001",
          from: 3,
          to: 8,
          pages: [
            {
              id: "20230001-1",
              item: 1,
              why: "keys",
              from: 0,
              to: 5,
              turned: [{ output: "OUT 1", to: "right" }],
              reasons: [],
            },
          ],
        },
        {
          studentId: "20230002",
          from: 5,
          to: 0,
          pages: [
            {
              id: "20230002-1",
              item: 1,
              why: "keys",
              from: 5,
              to: 0,
              turned: [{ output: "OUT 1", to: "wrong" }],
              reasons: [],
            },
          ],
        },
      ],
      kept: [],
      outputs: [{ item: 1, output: "OUT 1", right: 1, wrong: 1 }],
      unchanged: 1,
    });
  });

  it("keeps what a person gave instead of the proposal, and says what the keys say", () => {
    const plan = planRegrade([page("20230001", { given: 2, overridden: true })]);
    expect(plan).toMatchObject({ students: [], unchanged: 0 });
    expect(plan.kept).toEqual([{ id: "20230001-1", studentId: "20230001", item: 1, points: 2, proposed: [0, 5] }]);
    const same = page("20230001", { given: 2, overridden: true, after: page("").before });
    expect(planRegrade([same])).toMatchObject({ kept: [], unchanged: 1 });
    const agreed = page("20230001", { given: 5, overridden: true });
    expect(planRegrade([agreed])).toMatchObject({ kept: [], outputs: [], unchanged: 1 });
  });

  it("removes the points if the page cannot be compared with the new keys", () => {
    const after = gradeItem([{ expression: "A & B & C", grade: 5 }], PAGE);
    expect(planRegrade([page("20230001", { given: 5, after })]).students).toEqual([
      {
        studentId: "20230001",
        from: 5,
        to: 0,
        pages: [{ id: "20230001-1", item: 1, why: "keys", from: 5, to: null, turned: [], reasons: [] }],
      },
    ]);
  });

  it("no longer counts the points of a removed item, by machine or by person, and reports it once", () => {
    const stays = page("20230001", { given: 3, overridden: true });
    const gone = (change: Partial<RegradedPage> = {}) =>
      page("20230001", { id: "gone", item: 2, given: 5, after: null, ...change });
    const pages = [{ id: "gone", item: 2, why: "item-gone", from: 5, to: null, turned: [], reasons: [] }];
    for (const overridden of [false, true]) {
      const plan = planRegrade([{ ...stays, after: stays.before }, gone({ overridden })]);
      expect(plan).toEqual({
        students: [{ studentId: "20230001", from: 8, to: 3, pages }],
        kept: [],
        outputs: [],
        unchanged: 1,
      });
    }
    expect(planRegrade([gone({ given: 0 })]).students).toMatchObject([{ from: 0, to: 0, pages: [{ from: 0 }] }]);
    // At the next save the item is already gone, and its points are in no sum.
    const later = planRegrade([{ ...stays, given: 0, overridden: false }, gone({ before: null })]);
    expect(later).toMatchObject({ students: [{ from: 0, to: 5 }], kept: [], unchanged: 1 });
    expect(later.students[0]!.pages.map(({ item }) => item)).toEqual([1]);
  });

  it("counts the points again if the item is back, unchanged", () => {
    const back = page("20230001", { item: 2, given: 4, overridden: true, before: null });
    expect(planRegrade([back])).toMatchObject({
      students: [{ from: 0, to: 4, pages: [{ item: 2, why: "item-back", from: null, to: 4, reasons: [] }] }],
      kept: [],
    });
  });

  it("includes the rubric's reasons for the new points", () => {
    const rubric = { right_rows_from: 75, most_gates: { count: 1, deduction: 1 }, floor: 1 };
    const after = gradeItem([XOR], PAGE, { rubric });
    expect(planRegrade([page("20230001", { after })]).students[0]?.pages).toEqual([
      {
        id: "20230001-1",
        item: 1,
        why: "keys",
        from: 0,
        to: 3,
        turned: [],
        reasons: ["3 of 4 rows are right: 3 of 5 points."],
      },
    ]);
  });

  it("lists only new points if no output changes", () => {
    const after = gradeItem([{ ...XOR, grade: 9 }], { ...PAGE, outputs: [] });
    const before = gradeItem([OR], PAGE);
    const doubled = page("20230001", { given: 5, before, after: gradeItem([{ ...OR, grade: 10 }], PAGE) });
    expect(planRegrade([doubled])).toMatchObject({
      students: [{ from: 5, to: 10, pages: [{ turned: [] }] }],
      outputs: [],
    });
    expect(planRegrade([page("20230001", { before: null, after })])).toMatchObject({ outputs: [] });
  });
});
