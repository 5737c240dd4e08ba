import { expect, test } from "vitest";
import type { Task } from "../../../server/contract/tasks/task.ts";
import {
  addItem,
  addKey,
  changeKey,
  checkFirstStep,
  checkSecondStep,
  itemTotal,
  newDraft,
  removeItem,
  removeKey,
  type TaskDraft,
  taskBodyOf,
  taskDraftOf,
  validateExpressions,
  whyItemStays,
} from "./draft.ts";

const ZONE = "Asia/Manila";

function filled(): TaskDraft {
  const draft = addKey(addItem({ ...newDraft(ZONE), title: " Adder ", classId: "c1", examType: "quiz" }), 1);
  const first = changeKey(draft, { item: 0, key: 0 }, { expression: "A ^ B", grade: "5" });
  const second = changeKey(first, { item: 1, key: 0 }, { expression: "A & B", grade: "2" });
  return changeKey({ ...second, dueDate: "2026-11-21T23:59" }, { item: 1, key: 1 }, { expression: "~C", grade: "3" });
}

test("a new draft has one item with one key and is due at the end of today", () => {
  const draft = newDraft(ZONE);
  expect(draft.items.map(({ keys }) => keys.length)).toEqual([1]);
  expect(draft.dueDate).toMatch(/T23:59$/);
});

test("removing an item renumbers the rest, removing its last key removes it, one item stays", () => {
  const draft = filled();
  expect(taskBodyOf(removeItem(draft, 0), ZONE).answerKeys?.map(({ item }) => item)).toEqual(["Item 1"]);
  const withoutFirst = removeKey(draft, { item: 0, key: 0 });
  expect(withoutFirst.items.map(({ keys }) => keys.map(({ expression }) => expression))).toEqual([["A & B", "~C"]]);
  const oneKey = removeKey(withoutFirst, { item: 0, key: 0 });
  expect(removeKey(oneKey, { item: 0, key: 0 })).toBe(oneKey);
});

test("once students have handed in, only the last item can be deleted, unless it is the only one", () => {
  const last = "Students have handed in: only the last item can be deleted";
  const draft = addItem(filled());
  const reasons = (handedIn: boolean) => draft.items.map((_, index) => whyItemStays(draft, index, { handedIn }));
  expect(reasons(false)).toEqual([null, null, null]);
  expect(reasons(true)).toEqual([last, last, null]);
  const one = removeItem(removeItem(draft, 2), 1);
  expect(whyItemStays(one, 0, { handedIn: true })).toBe("At least one item must remain");
  expect(whyItemStays(one, 0, { handedIn: false })).toBe("At least one item must remain");
});

test("the body contains a stored item's previous number", () => {
  const keys = [{ expression: "X1", grade: "1" }];
  const answer_keys = [1, 2].map((item) => ({ item: `Item ${item}`, keys, rubric: null }));
  const stored = {
    title: "T",
    description: "",
    class_id: "c",
    exam_type: "quiz",
    due_date: "2026-11-21T15:59:59.999Z",
    answer_keys,
  };
  const draft = addItem(removeItem(taskDraftOf(stored as Task, ZONE), 0));
  expect(taskBodyOf(draft, ZONE).answerKeys?.map(({ previousItem }) => previousItem)).toEqual([2, undefined]);
});

test("itemTotal adds up the integer grades", () => {
  expect(filled().items.map(itemTotal)).toEqual([5, 5]);
});

test("the first step requires everything but the due date", () => {
  expect(checkFirstStep(filled())).toEqual([]);
  expect(checkFirstStep({ ...newDraft(ZONE), dueDate: "" }).map(({ message }) => message)).toEqual([
    "Title is required.",
    "Class Group is required.",
    "Type of Task is required.",
    "Expression is required for Item 1 - Answer Key 1.",
    "Grade is required for Item 1 - Answer Key 1.",
  ]);
  expect(checkFirstStep({ ...filled(), title: "x".repeat(31) })[0]?.message).toBe("Title cannot exceed 30 characters.");
  const long = changeKey(filled(), { item: 0, key: 0 }, { expression: `A${" & A".repeat(30)}` });
  expect(checkFirstStep(long)[0]?.message).toBe("Expression cannot exceed 100 characters for Item 1 - Answer Key 1.");
  expect(checkSecondStep({ ...filled(), dueDate: "" }).map(({ message }) => message)).toEqual([
    "Due Date is required.",
  ]);
});

test("every expression is validated in the saved form", async () => {
  const asked: string[] = [];
  const issues = await validateExpressions(filled(), async (expression) => {
    asked.push(expression);
    return expression !== "~X3";
  });
  expect(asked).toEqual(["X1 ^ X2", "X1 & X2", "~X3"]);
  expect(issues).toEqual([
    {
      code: "expression-invalid",
      field: "items[1].keys[1].expression",
      message:
        "Invalid expression for Item 2 - Answer Key 2. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
    },
  ]);
});

test("the body contains expressions in the saved form and the due date in UTC", () => {
  expect(taskBodyOf(filled(), ZONE)).toEqual({
    allowReplacements: true,
    title: "Adder",
    description: "",
    classId: "c1",
    examType: "quiz",
    dueDate: "2026-11-21T15:59:59.999Z",
    answerKeys: [
      { item: "Item 1", keys: [{ expression: "X1 ^ X2", grade: "5" }], rubric: null },
      {
        item: "Item 2",
        keys: [
          { expression: "X1 & X2", grade: "2" },
          { expression: "~X3", grade: "3" },
        ],
        rubric: null,
      },
    ],
  });
});
