import { beforeEach, expect, it } from "vitest";
import type { NotificationType } from "../contract/accounts/notification.ts";
import { sweepNotifications } from "../services/notifications/notifications.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { tellInstructor } from "../testing/tell-instructor.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const DAY = 24 * 60 * 60 * 1000;

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  for (const type of ["new_submission", "due_date", "completed_submission"] as const) await tell(type);
});

async function tell(type: NotificationType): Promise<void> {
  server.clock.advance(1000);
  await tellInstructor(server.context, { userId: ana.userId, taskId, type, message: `Told ${type}` });
}

async function all(client = ana) {
  return (await client.call("getAllNotifications", {})).body.notifications;
}

async function unread(filters?: string): Promise<string[]> {
  const { body } = await ana.call("getUnreadNotifications", { query: filters === undefined ? {} : { filters } });
  return body.notifications.map(({ type }) => type);
}

it("lists them newest first, with the task and class they are about", async () => {
  const list = await all();
  expect(list.map(({ type }) => type)).toEqual(["completed_submission", "due_date", "new_submission"]);
  expect(list[2]).toEqual({
    id: list[2]?.id,
    task_id: taskId,
    message: "Told new_submission",
    type: "new_submission",
    is_read: false,
    created_at: "2026-11-01T04:00:01.000Z",
    task_title: "Half adder",
    class_code: "CPE 101",
    class_group: 1,
  });
});

it("filters the unread ones by the types in the query, otherwise by the user's, which are initially new_submission", async () => {
  expect(await unread("new_submission,due_date")).toEqual(["due_date", "new_submission"]);
  expect(await unread("")).toEqual([]);
  expect((await ana.call("getNotificationFilters", {})).body).toEqual({ filters: ["new_submission"] });
  expect(await unread()).toEqual(["new_submission"]);
  const filters = { filters: ["due_date", "completed_submission"] as NotificationType[] };
  expect((await ana.call("setNotificationFilters", { body: filters })).body).toEqual(filters);
  for (const type of filters.filters) await tell(type);
  expect(await unread()).toEqual(["completed_submission", "due_date"]);
  await ana.call("setNotificationFilters", { body: { filters: [] } });
  expect(await unread()).toEqual([]);
});

it("shows of a type that is switched on what happens from then on, and keeps showing those that stay on", async () => {
  const choose = (filters: NotificationType[]) => ana.call("setNotificationFilters", { body: { filters } });
  server.clock.advance(1000);
  await choose(["new_submission", "due_date"]);
  expect(await unread()).toEqual(["new_submission"]);
  await tell("due_date");
  expect(await unread()).toEqual(["due_date", "new_submission"]);
  // Nothing is lost: the page of all notifications has the old ones.
  expect(await all()).toHaveLength(4);
  server.clock.advance(1000);
  await choose(["due_date", "completed_submission"]);
  expect(await unread()).toEqual(["due_date"]);
  server.clock.advance(1000);
  await choose(["new_submission", "due_date"]);
  expect(await unread()).toEqual(["due_date"]);
});

it("refuses an unknown type", async () => {
  expect((await ana.callLoosely("getUnreadNotifications", { query: { filters: "party" } })).status).toBe(400);
  expect((await ana.callLoosely("setNotificationFilters", { body: { filters: ["party"] } })).status).toBe(400);
});

it("marks one or all as read", async () => {
  const types = "new_submission,due_date,completed_submission";
  const [newest] = await all();
  await ana.call("markNotificationRead", { params: { notificationId: newest!.id } });
  expect(await unread(types)).toEqual(["due_date", "new_submission"]);
  await ana.call("markAllNotificationsRead", {});
  expect(await unread(types)).toEqual([]);
  expect((await all()).map((row) => row.is_read)).toEqual([true, true, true]);
});

it("marks those of one task as read, and nobody else's", async () => {
  const other = await makeTask(ana, await makeClass(ana, { classGroup: 2 }));
  await tellInstructor(server.context, { userId: ana.userId, taskId: other, type: "new_submission", message: "Other" });
  const bo = await server.instructor("bo@example.edu");
  expect((await bo.call("markTaskNotificationsRead", { params: { taskId } })).status).toBe(404);
  expect((await all()).map((row) => row.is_read)).toEqual([false, false, false, false]);
  expect((await ana.call("markTaskNotificationsRead", { params: { taskId } })).status).toBe(200);
  expect((await all()).filter((row) => !row.is_read).map((row) => row.message)).toEqual(["Other"]);
});

it("deletes one or all", async () => {
  const [newest] = await all();
  await ana.call("deleteNotification", { params: { notificationId: newest!.id } });
  expect((await all()).map(({ type }) => type)).toEqual(["due_date", "new_submission"]);
  await ana.call("deleteAllNotifications", {});
  expect(await all()).toEqual([]);
});

it("lets nobody touch another user's", async () => {
  const bo = await server.instructor("bo@example.edu");
  const params = { notificationId: (await all())[0]!.id };
  for (const call of ["markNotificationRead", "deleteNotification"] as const) {
    const { status, body } = await bo.call(call, { params });
    expect([status, body.error.message]).toEqual([404, "No notifications found."]);
  }
  await bo.call("markAllNotificationsRead", {});
  await bo.call("deleteAllNotifications", {});
  expect(await all(bo)).toEqual([]);
  expect((await all()).map((row) => row.is_read)).toEqual([false, false, false]);
});

it("says that the session has expired", async () => {
  const { status, body } = await server.visitor().call("getAllNotifications", {});
  expect([status, body.error.message]).toEqual([401, "Unable to fetch notifications, please log in again."]);
});

it("forgets them after 14 days", async () => {
  server.clock.advance(14 * DAY - 2000);
  ana = await server.instructor();
  await sweepNotifications(server.context);
  expect(await all()).toHaveLength(3);
  server.clock.advance(1);
  await sweepNotifications(server.context);
  expect(await all()).toHaveLength(2);
});

it("is deleted with its task", async () => {
  await ana.call("deleteTask", { params: { taskId } });
  expect(await all()).toEqual([]);
});
