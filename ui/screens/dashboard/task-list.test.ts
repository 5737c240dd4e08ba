import { expect, test } from "vitest";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { courseCodesOf, filterTasks, NO_FILTERS, sortTasks, waitingTasks } from "./task-list.ts";

function task(title: string, part: Partial<Task> = {}): Task {
  return {
    id: title,
    user_id: "u",
    class_id: "c",
    class_code: "CPE 101",
    class_group: 1,
    class_schedule: "MWF 9:00",
    title,
    description: "",
    exam_type: "quiz",
    status: "Ongoing",
    due_date: "2026-11-21T15:59:59.999Z",
    allow_replacements: true,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    total_submissions: 0,
    reviewed_submissions: 0,
    missing_submissions: 0,
    open_requests: 0,
    points: null,
    files: [],
    extensions: 0,
    hide_names: false,
    names_hidden: false,
    random_order: false,
    show_legibility: true,
    own_paper: false,
    terminals: false,
    certainty: { percent: 98, full: "98 %", fewer: "99.5 %" },
    answer_keys: [],
    role: "owner",
    owner: { name: "Ana", email: "ana@example.edu" },
    assignment: null,
    ...part,
  };
}

const TASKS = [
  task("Adder", { class_code: "CPE 10", class_group: 2 }),
  task("latch", { class_code: "CPE 9", class_group: 10 }),
  task("Mux", { class_code: "CPE 9", class_group: 2, status: "Completed", exam_type: "lab" }),
  task("Decoder", { class_code: "CPE 9", class_group: 2 }),
];

function titles(tasks: readonly Task[]): string[] {
  return tasks.map(({ title }) => title);
}

test("waitingTasks finds what to grade, most pages first, what is asked, and what is due within a week, the next one first", () => {
  const now = Date.parse("2026-11-20T16:00:00.000Z");
  const all = [
    task("Next week", { due_date: "2026-11-26T16:00:00.000Z", total_submissions: 9, reviewed_submissions: 8 }),
    task("Tomorrow", { total_submissions: 5, reviewed_submissions: 5 }),
    task("Asked", { due_date: "2026-11-18T16:00:00.000Z", open_requests: 1 }),
    task("Over", { due_date: "2026-11-19T16:00:00.000Z", total_submissions: 7 }),
    task("Later", { due_date: "2026-11-28T16:00:00.000Z" }),
  ];
  const { ungraded, asked, due } = waitingTasks(all, now);
  expect([titles(ungraded), titles(asked), titles(due)]).toEqual([
    ["Over", "Next week"],
    ["Asked"],
    ["Tomorrow", "Next week"],
  ]);
});

test("sortTasks orders by class code, then group, then title", () => {
  expect(titles(sortTasks(TASKS))).toEqual(["Decoder", "Mux", "latch", "Adder"]);
});

test("filterTasks keeps tasks that match every filter", () => {
  expect(titles(filterTasks(TASKS, NO_FILTERS))).toEqual(["Adder", "latch", "Mux", "Decoder"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, course: "CPE 9" }))).toEqual(["latch", "Mux", "Decoder"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, group: "2" }))).toEqual(["Adder", "Mux", "Decoder"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, type: "lab" }))).toEqual(["Mux"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, status: "Completed" }))).toEqual(["Mux"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, search: " LAT" }))).toEqual(["latch"]);
  expect(titles(filterTasks(TASKS, { ...NO_FILTERS, search: "cpe 10 | 2" }))).toEqual(["Adder"]);
  expect(filterTasks(TASKS, { ...NO_FILTERS, course: "CPE 10", status: "Completed" })).toEqual([]);
});

test("courseCodesOf returns each course once, however it is spelled, and the filter takes all spellings", () => {
  expect(courseCodesOf(TASKS)).toEqual(["CPE 9", "CPE 10"]);
  const both = [task("Adder"), task("Latch", { class_code: "cpe 101" })];
  expect(courseCodesOf(both)).toEqual(["cpe 101"]);
  expect(titles(filterTasks(both, { ...NO_FILTERS, course: "cpe 101" }))).toEqual(["Adder", "Latch"]);
});
