import { expect, test } from "vitest";
import type { Task } from "../../../server/contract/tasks/task.ts";
import {
  checkFirstStep,
  checkSecondStep,
  newItem,
  newKey,
  type TaskDraft,
  taskBodyOf,
  taskDraftOf,
  validateExpressions,
  whyItemStays,
} from "./draft.ts";

const ZONE = "Asia/Manila";

function filled(first = "A ^ B"): TaskDraft {
  const keys = [
    [newKey({ expression: first, grade: "5" })],
    [newKey({ expression: "A & B", grade: "2" }), newKey({ expression: "~C", grade: "3" })],
  ];
  const items = keys.map((own) => ({ ...newItem(), keys: own }));
  const dueDate = "2026-11-21T23:59";
  return { ...taskDraftOf(null, ZONE), title: " Adder ", classGroup: "c1", examType: "quiz", dueDate, items };
}

test("a new draft has one item with one key and is due at the end of today", () => {
  const draft = taskDraftOf(null, ZONE);
  expect(draft.items.map(({ keys }) => keys.length)).toEqual([1]);
  expect(draft.dueDate).toMatch(/T23:59$/);
});

test("once students have handed in, only the last item can be deleted, unless it is the only one", () => {
  const last = "Students have handed in: only the last item can be deleted";
  const items = [...filled().items, newItem()];
  const reasons = (handedIn: boolean) => items.map((_, index) => whyItemStays({ items }, index, { handedIn }));
  expect(reasons(false)).toEqual([null, null, null]);
  expect(reasons(true)).toEqual([last, last, null]);
  const one = { items: items.slice(0, 1) };
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
  const draft = taskDraftOf(stored as unknown as Task, ZONE);
  const { answerKeys } = taskBodyOf({ ...draft, items: [draft.items[1]!, newItem()] }, ZONE);
  expect(answerKeys?.map(({ item, previousItem }) => [item, previousItem])).toEqual([
    ["Item 1", 2],
    ["Item 2", undefined],
  ]);
});

test("the first step requires everything but the due date", () => {
  expect(checkFirstStep(filled())).toEqual([]);
  expect(checkFirstStep({ ...taskDraftOf(null, ZONE), dueDate: "" }).map(({ message }) => message)).toEqual([
    "Title is required.",
    "Class Group is required.",
    "Type of Task is required.",
    "Expression is required for Item 1 - Answer Key 1.",
    "Grade is required for Item 1 - Answer Key 1.",
  ]);
  expect(checkFirstStep({ ...filled(), title: "x".repeat(31) })[0]?.message).toBe("Title cannot exceed 30 characters.");
  expect(checkFirstStep(filled(`A${" & A".repeat(30)}`))[0]?.message).toBe(
    "Expression cannot exceed 100 characters for Item 1 - Answer Key 1.",
  );
  expect(checkSecondStep({ ...filled(), dueDate: "" }).map(({ message }) => message)).toEqual([
    "Due Date is required.",
  ]);
});

test("a rubric's errors are named by its item", () => {
  const [first, second] = filled().items;
  const rubric = { numbers: { floor: "6" }, gates: [] };
  const fields = checkFirstStep({ ...filled(), items: [first!, { ...second!, rubric }] }).map(({ field }) => field);
  expect(fields).toEqual(["items[1].rubric.floor"]);
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
    terminals: false,
    description: "",
    classId: "c1",
    examType: "quiz",
    dueDate: "2026-11-21T15:59:59.999Z",
    answerKeys: [
      { item: "Item 1", keys: [{ expression: "X1 ^ X2", grade: "5" }], names: null, question: null, rubric: null },
      {
        item: "Item 2",
        keys: [
          { expression: "X1 & X2", grade: "2" },
          { expression: "~X3", grade: "3" },
        ],
        names: null,
        question: null,
        rubric: null,
      },
    ],
  });
});
