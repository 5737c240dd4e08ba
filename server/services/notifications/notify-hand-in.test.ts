import { beforeEach, expect, it } from "vitest";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../../testing/pages.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;
let sheets: readonly Buffer[];

beforeEach(async () => {
  server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests" });
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  sheets = await Promise.all([sheetOf(1), sheetOf(2)]);
});

function sheetOf(item: number, drawing = "20230001_quiz[1].png"): Promise<Buffer> {
  return sheetWithQr(drawing, qrTextOf(server.context, { taskId, item }));
}

/** A student hands in an item. */
async function send(student: string, item: number, bytes = sheets[item - 1]!): Promise<void> {
  const form = uploadForm(taskId, [{ name: `${student}_quiz[${item}].png`, bytes }]);
  expect((await server.visitor().call("uploadFiles", { body: form })).body.files_uploaded).toHaveLength(1);
}

it("collects items that arrive one by one in one notification, while it is unread", async () => {
  const unread = async () => {
    const { body } = await ana.call("getUnreadNotifications", { query: { filters: "new_submission" } });
    return body.notifications;
  };
  const heard: string[] = [];
  server.context.events.subscribe(ana.userId, ({ type }) => heard.push(type));
  await send("20230001", 2);
  server.clock.advance(60_000);
  await send("20230002", 1);
  server.clock.advance(60_000);
  await send("20230001", 1);
  const messages = ["20230001 handed in items 1 and 2 of Half adder.", "20230002 handed in item 1 of Half adder."];
  expect((await unread()).map(({ message }) => message)).toEqual(messages);
  expect((await unread())[0]?.created_at).toBe(new Date(server.clock.now).toISOString());
  // The live event makes the bell reload.
  expect(heard.filter((type) => type === "notification")).toHaveLength(3);

  // After one was read, a new one begins. However late it is, a student has only one unread notification.
  await ana.call("markAllNotificationsRead", {});
  await send("20230002", 2);
  server.clock.advance(6 * 60 * 60_000);
  const better = await sheetOf(1, "20230007_quiz[1].png");
  await send("20230002", 1, better);
  expect((await unread()).map(({ message }) => message)).toEqual(["20230002 handed in items 1 and 2 of Half adder."]);
});

it("collects items that arrive at the same moment in one notification, without the ID if names are hidden", async () => {
  await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true } });
  await Promise.all([send("20230001", 1), send("20230001", 2)]);
  const { body } = await ana.call("getAllNotifications", {});
  expect(body.notifications.filter(({ type }) => type === "new_submission")).toMatchObject([
    { message: "A student handed in items 1 and 2 of Half adder." },
  ]);
});
