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
