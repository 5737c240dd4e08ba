import { expect, it } from "vitest";
import type { Stack, StackPage } from "../../../server/contract/tasks/stack.ts";
import { countsText, tileText } from "./page-states.ts";

const stack: Stack = {
  id: "s",
  task_id: "t",
  filename: "stack.pdf",
  created_at: "2026-11-21T00:00:00.000Z",
  pages: 120,
  waiting: 0,
  placed: 114,
  queued: 6,
  rejected: 0,
  removed: 0,
};

const page: StackPage = {
  id: "p",
  position: 12,
  place: "stack.pdf, page 12",
  state: "placed",
  student_id: "20230001",
  student_name: "Ana Cruz",
  item_number: 2,
  reasons: [],
  file_id: "f",
  analysis: "done",
  graded: false,
};

it("lists every count that is not 0", () => {
  expect(countsText(stack)).toBe("114 placed · 6 in the queue");
  expect(countsText({ ...stack, placed: 100, waiting: 13, removed: 1 })).toBe(
    "100 placed · 6 in the queue · 13 waiting · 1 removed",
  );
});

it("describes a page", () => {
  expect(tileText(page)).toBe("Page 12: 20230001 Ana Cruz, item 2, placed, read");
  expect(tileText({ ...page, graded: true, student_name: "" })).toBe("Page 12: 20230001, item 2, placed, graded");
  const nobodys = { student_id: null, student_name: "", item_number: null, analysis: null };
  expect(tileText({ ...page, ...nobodys, state: "queued" })).toBe("Page 12: in the queue");
});
