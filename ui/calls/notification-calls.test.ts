import { expect, test } from "vitest";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { byTask } from "./notification-calls.ts";

function news(id: string, task: string): Notification {
  const rest = { message: id, type: "new_submission", is_read: false, created_at: "2026-11-01T04:00:00.000Z" } as const;
  return { id, task_id: task, ...rest, task_title: task, class_code: "CPE 101", class_group: 1 };
}

test("notifications are together with those of their task, in their order", () => {
  const groups = byTask([news("4", "adder"), news("3", "latch"), news("2", "adder"), news("1", "latch")]);
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([
    ["4", "2"],
    ["3", "1"],
  ]);
  expect(byTask([])).toEqual([]);
});
