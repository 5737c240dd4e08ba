import { expect, test } from "vitest";
import type { PageData } from "../server/contract/pages.ts";
import { renderPage } from "./app-document.tsx";

const unread = { "/notification/get-unread-notifications": { notifications: [] } };

function dataOf(name: string, tasks: readonly object[]): PageData {
  const answers = { ...unread, "/task/get-tasks": tasks };
  const site = { timezone: "Asia/Manila" };
  return { site, theme: null, user: { id: name, name, email: `${name}@example.edu` }, answers } as unknown as PageData;
}

test("the dashboard is made with its tasks, for one user after the other", async () => {
  const task = {
    id: "t",
    title: "Half adder",
    class_code: "CPE 101",
    class_group: 1,
    role: "owner",
    exam_type: "quiz",
  };
  const shown = { ...task, due_date: "2026-12-01T00:00:00Z", reviewed_submissions: 1, total_submissions: 2 };
  const [first, second] = await Promise.all([
    renderPage({
      data: dataOf("ana", [{ ...shown, missing_submissions: 3, status: "Ongoing" }]),
      path: "/dashboard/ana",
    }),
    renderPage({ data: dataOf("bo", []), path: "/dashboard/bo" }),
  ]);
  expect(first).toContain('href="/task/t"');
  expect(first).toContain('href="/classes/ana"');
  expect(second).toContain("No tasks available.");
  expect(second).not.toContain("ana");
});

test("the evaluator is made with the submission that the address names, and its picture", async () => {
  const task = { id: "t", title: "Half adder", answer_keys: [], due_date: "2026-12-01T00:00:00Z", role: "owner" };
  const files = ["a", "b"].map((id, index) => ({
    id,
    filename: `${id}.png`,
    student_id: `2023000${index}`,
    item_number: 1,
    counts: true,
    page_url: `/pages/${id}`,
  }));
  const data = dataOf("ana", []);
  const answers = { ...data.answers, "/task/get-task/t": task, "/files/get-files/t": { files } };
  const html = await renderPage({ data: { ...data, answers }, path: "/circuit-evaluator/t?file=b" });
  expect(html).toContain("Submission: b.png. Choose another");
  expect(html).toContain('src="/pages/b"');
  expect(html).not.toContain('src="/pages/a"');
});
