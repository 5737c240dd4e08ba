import { beforeEach, expect, it } from "vitest";
import { auditLog, users } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import { ANA, loggedIn, verified } from "../../testing/accounts.ts";
import { CLASS_BODY, makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { registerClockwork } from "../tasks/clock.ts";
import { AUDIT_PAGE } from "./audit-log.ts";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest({ AUDIT_DAYS: "10" });
});

/** The command on the server's machine. */
function command() {
  return Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
}

async function entries(query: { kind?: "sign-in" | "export" | "setting"; person?: string; page?: number } = {}) {
  const { body } = await command().call("getAuditLog", { query });
  return body.entries;
}

it("records sign-ins and failures, with the address of an account and never what strangers type", async () => {
  await verified(server);
  const [visitor, password] = [server.visitor(), "Wrong-Word-1"];
  await visitor.call("login", { body: { ...ANA, password } });
  await visitor.call("login", { body: { email: "my-secret@example.edu", password } });
  await loggedIn(server);
  const [login, unknown, wrong] = await entries({ kind: "sign-in" });
  expect(login).toMatchObject({ what: "Logged in", done: true, outcome: "done", about: ANA.email, address: "unknown" });
  expect(unknown).toMatchObject({ done: false, outcome: "login-failed", person: null, about: null });
  expect(wrong).toMatchObject({ done: false, outcome: "login-failed", person: null, about: ANA.email });
  const rows = JSON.stringify(await server.context.db.query.select().from(auditLog));
  expect(rows).not.toMatch(/Wrong-Word|my-secret|Half-Adder-1/);
});

it("records the use of a link that logs in once, also of a void one", async () => {
  const { userId: accountId } = await server.instructor();
  const { token } = (await command().call("makeEntrance", { params: { accountId } })).body;
  for (let time = 0; time < 2; time++) await server.visitor().callLoosely("enter", { query: { token } });
  const seen = await entries({ kind: "sign-in" });
  expect(seen.map(({ what, outcome, person, about }) => [what, outcome, person, about])).toEqual([
    ["Logged in with a link that works once", "link-void", null, null],
    ["Logged in with a link that works once", "done", null, ANA.email],
    ["Made a link that logs in once", "done", "command", ANA.email],
  ]);
});

it("records who changed and deleted which account; the entries outlive the account", async () => {
  const { userId: accountId } = await server.instructor("bo@example.edu");
  const dean = await server.instructor("dean@example.edu");
  await command().call("changeAccount", { params: { accountId: dean.userId }, body: { admin: true } });
  await command().call("changeAccount", { params: { accountId: dean.userId }, body: { disabled: true } });
  await dean.call("deleteAccount", { params: { accountId } });
  expect(await entries()).toMatchObject([
    { kind: "deletion", what: "Deleted an account", person: "dean@example.edu", about: "bo@example.edu", done: true },
    { kind: "account", person: "command", about: "dean@example.edu", outcome: "last-administrator" },
    { what: "Changed an account's role or state: made an administrator", person: "command", about: "dean@example.edu" },
  ]);
});

it("records exports, deletions and changes of settings, without names of students", async () => {
  const ana = await server.instructor();
  const classId = await makeClass(ana);
  const taskId = await makeTask(ana, classId);
  const body = { ...CLASS_BODY, studentNames: { 20230001: "Rosa Secret" } };
  expect((await ana.call("editClass", { params: { classId }, body })).status).toBe(200);
  await ana.callLoosely("getFeedback", { params: { taskId }, query: { student_id: "20230001", format: "pdf" } });
  await ana.call("deleteTask", { params: { taskId } });
  const seen = (await entries()).map(({ kind, person, about }) => [kind, person, about]);
  expect(seen).toEqual([
    ["deletion", "ana@example.edu", `task ${taskId}`],
    ["export", "ana@example.edu", `task ${taskId}`],
    ["setting", "ana@example.edu", `class ${classId}`],
  ]);
  expect(JSON.stringify(await server.context.db.query.select().from(auditLog))).not.toMatch(/Rosa|20230001/);
});

it("lets nobody fill it: strangers' refused calls are recorded only where they are counted", async () => {
  const visitor = server.visitor();
  await visitor.call("deleteTask", { params: { taskId: "x" } });
  await visitor.callLoosely("login", { body: { email: 1 } });
  await visitor.call("login", { body: ANA });
  const { loginByAddress } = RATES;
  const guesses = Array.from({ length: loginByAddress.limit - 1 }, () =>
    server.context.limiter.take("login:unknown", loginByAddress),
  );
  await Promise.all(guesses);
  expect((await visitor.call("login", { body: ANA })).status).toBe(429);
  expect(await server.context.db.query.select().from(auditLog)).toMatchObject([{ outcome: "login-failed" }]);
});

it("is read by administrators alone, by person and kind, a page at a time", async () => {
  const { context, clock } = server;
  const row = { at: clock.now, kind: "export", call: "getPlainGrades", outcome: "done", address: "1.2.3.4" } as const;
  const persons = Array.from({ length: AUDIT_PAGE + 1 }, (_, index) => (index === 0 ? "bo@example.edu" : "command"));
  await context.db.write((query) => query.insert(auditLog).values(persons.map((person) => ({ ...row, person }))));
  const first = (await command().call("getAuditLog", { query: {} })).body;
  expect([first.entries.length, first.page, first.pages, first.days]).toEqual([AUDIT_PAGE, 1, 2, 10]);
  expect(first.people).toEqual(["bo@example.edu", "command"]);
  expect(await entries({ page: 9 })).toMatchObject([{ person: "bo@example.edu", what: "Exported grades" }]);
  expect(await entries({ person: "bo@example.edu" })).toHaveLength(1);
  expect(await entries({ kind: "sign-in" })).toEqual([]);
  const ana = await server.instructor();
  expect((await ana.call("getAuditLog", { query: {} })).status).toBe(403);
  await context.db.write((query) => query.update(users).set({ isAdmin: true }));
  expect((await ana.call("getAuditLog", { query: {} })).status).toBe(200);
});

it("forgets entries after AUDIT_DAYS", async () => {
  registerClockwork(server.context);
  const { clock, context } = server;
  const row = { kind: "sign-in", call: "login", outcome: "done", address: "1.2.3.4" } as const;
  const day = 24 * 60 * 60 * 1000;
  const times = [clock.now - 10 * day, clock.now - 8 * day];
  await context.db.write((query) => query.insert(auditLog).values(times.map((at) => ({ ...row, at }))));
  await context.lifecycle.tick();
  clock.advance(day);
  await context.lifecycle.tick();
  expect((await context.db.query.select().from(auditLog)).map(({ at }) => at)).toEqual([times[1]]);
});
