import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import type { TokenScope } from "../core/rules/accounts/access-token.ts";
import { hashToken } from "./adapters/random.ts";
import type { Endpoint } from "./contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "./contract/endpoints.ts";
import { PAGES, TAB_ADDRESSES } from "./contract/pages.ts";
import { analyses, classMembers, stackPages, users } from "./db/schema.ts";
import { hashNewPassword } from "./services/accounts/passwords.ts";
import { markPasswordValidated } from "./services/accounts/sessions.ts";
import { type EveryObject, makeEveryObject } from "./testing/every-object.ts";
import { CLASS_BODY } from "./testing/fixtures.ts";
import { accessTable, expectedOutcome, type Outcome, ROLES, type Role } from "./testing/roles.ts";
import { makeUi } from "./testing/services/make-ui.ts";
import type { TestClient } from "./testing/test-client.ts";
import { openTestServer } from "./testing/test-server.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Calls without a session. Adding one here makes it public. */
const PUBLIC: readonly EndpointName[] = [
  "login",
  "startSignOn",
  "finishSignOn",
  "logout",
  "register",
  "resendVerification",
  "checkRecoveryInfo",
  "showEntrance",
  "enter",
  "forgotPassword",
  "verifyResetToken",
  "resetPassword",
  "verifyEmail",
  "getProfileImage",
  "getPublicTask",
  "getQuestionPicture",
  "getTemplate",
  "uploadFiles",
  "sendHandInForm",
  "getResultPage",
  "getResultPicture",
  "getLegibility",
  "getResultQr",
  "requestRegrade",
  "sendMessage",
  "getSite",
  "openapi",
  "health",
  "ready",
];

const METRICS_TOKEN = "a-token-of-24-characters";

const server = await openTestServer({ METRICS_TOKEN, UI_DIR: await makeUi() });
/** Ana's things, about which everybody asks who may do nothing with them. */
const things = await makeEveryObject(server);
await server.context.jobs.start();
const ana = await server.instructor();
/** Of everybody but Ana. */
const passwordHash = await hashNewPassword("Half-Adder-2");
for (const email of ["bo@example.edu", "dean@example.edu"]) {
  const { userId } = await server.instructor(email);
  const account = { passwordHash, isAdmin: email === "dean@example.edu" };
  await server.context.db.write((query) => query.update(users).set(account).where(eq(users.id, userId)));
}

afterAll(() => server.close());

it("answers every call of the contract, and otherwise only the pages", () => {
  expect([...server.app.answered].sort()).toEqual([...NAMES].sort());
  const known = new Set([
    ...NAMES.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`),
    ...PAGES.map(({ path }) => `GET ${path}`),
    ...Object.keys(TAB_ADDRESSES).map((path) => `GET ${path}`),
    "GET /assets/*",
    "GET /favicon.svg",
    "GET /signs.woff2",
    "GET *",
    "GET /*",
    "ALL /*",
  ]);
  const registered = server.app.hono.routes.map(({ method, path }) => `${method} ${path}`);
  expect(registered.filter((route) => !known.has(route))).toEqual([]);
});

it("has only the public calls that are listed here", () => {
  expect(NAMES.filter((name) => ENDPOINTS[name].access === "public").sort()).toEqual([...PUBLIC].sort());
});

/** An instructor's new session, in which the password was just entered: some calls ask for that first. */
async function someoneValidated(email: string): Promise<TestClient> {
  const client = await server.instructor(email);
  await markPasswordValidated(server.context, hashToken(client.cookies.get("__Host-session")!));
  return client;
}

/** Who shares a class with its owner. */
const MEMBERS: Partial<Record<Role, { role: "co-instructor" | "grader"; scope?: TokenScope }>> = {
  "co-instructor": { role: "co-instructor" },
  "co-instructor's token, read": { role: "co-instructor", scope: "read" },
  "co-instructor's token, grade": { role: "co-instructor", scope: "grade" },
  grader: { role: "grader" },
  "grader without pages": { role: "grader" },
  "grader's token, read": { role: "grader", scope: "read" },
  "grader's token, grade": { role: "grader", scope: "grade" },
};

function addressOf(role: Role): string {
  return `${role.replaceAll(/\W+/g, "-")}@example.edu`;
}

/** The things that a role asks about: members change them, so that each has an owner's of their own. */
async function thingsOf(role: Role): Promise<EveryObject> {
  const member = MEMBERS[role];
  if (!member) return things;
  const email = addressOf(role);
  const own = await makeEveryObject(server, `owner-of-${email}`);
  const owner = await server.instructor(`owner-of-${email}`);
  const { userId } = await server.instructor(email);
  await server.context.db.write((query) => query.update(users).set({ passwordHash }).where(eq(users.id, userId)));
  const { classId, taskId } = own.params as { classId: string; taskId: string };
  await owner.call("addClassMember", { params: { classId }, body: { email, role: member.role } });
  if (member.role === "grader" && role !== "grader without pages") {
    const body = { assignment: { kind: "items" as const, items: [1] } };
    await owner.call("changeTaskGrader", { params: { taskId, memberId: userId }, body });
  }
  return own;
}

/** A user in this role, with fresh credentials. */
async function someoneAs(role: Role): Promise<TestClient> {
  const scope = MEMBERS[role]?.scope;
  if (scope) return server.program((await server.instructor(addressOf(role))).userId, scope);
  if (MEMBERS[role]) return someoneValidated(addressOf(role));
  switch (role) {
    case "owner":
      return someoneValidated("ana@example.edu");
    case "administrator's token, grade":
      return server.program((await server.instructor("dean@example.edu")).userId);
    case "other instructor":
      return someoneValidated("bo@example.edu");
    case "administrator":
      return someoneValidated("dean@example.edu");
    case "owner's token, read":
      return server.program(things.userId, "read");
    case "owner's token, grade":
      return server.program(things.userId);
    case "other's token, grade":
      return server.program((await server.instructor("bo@example.edu")).userId);
    case "command on the server":
      return Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
    case "monitoring":
      return Object.assign(server.visitor(), { bearer: METRICS_TOKEN });
    default:
      return server.visitor();
  }
}

/** Makes the call about these objects, and returns the result. */
async function outcomeOf(name: EndpointName, role: Role, about: EveryObject): Promise<Outcome> {
  const client = await someoneAs(role);
  const unknown = Object.fromEntries(Object.keys(about.params).map((key) => [key, "0".repeat(32)]));
  // What administrators do to accounts is done to one that nobody needs.
  const { userId: accountId } = await server.instructor("cas@example.edu");
  const params = role === "nobody" ? unknown : { ...about.params, accountId };
  const { status, body, response } = await client.callLoosely(name, { params, ...about.request(name, params) });
  if (expectedOutcome(name, role) !== "yes") expect(JSON.stringify(body)).not.toContain("Half adder");
  // A stream of events does not end by itself.
  if (body === null) void response.body?.cancel();
  // The server's own failures are no answer.
  expect([name, status]).toEqual([name, expect.toSatisfy((value: number) => value < 500)]);
  return status === 401 || status === 403 || status === 404 ? (String(status) as Outcome) : "yes";
}

/** What removes or reads again something that other calls need. */
const LAST: readonly EndpointName[] = [
  "uploadProfileImage",
  "deletePrediction",
  "setFilterThreshold",
  "analyzeCircuit",
  "processDetection",
  "deleteStack",
  "deleteFile",
  "eraseStudent",
  "eraseAnyStudent",
  "removeTaskGrader",
  "removeClassMember",
  "deleteTask",
  "deleteClass",
];
const IN_ORDER = [...NAMES.filter((name) => !LAST.includes(name)), ...LAST];

/** The calls that answered something else than they must. */
async function wrongAnswers(role: Role): Promise<string[]> {
  const wrong: string[] = [];
  const about = await thingsOf(role);
  for (const name of IN_ORDER) {
    const [wanted, got] = [expectedOutcome(name, role), await outcomeOf(name, role, about)];
    if (got !== wanted) wrong.push(`${name}: ${got} in place of ${wanted}`);
  }
  return wrong;
}

describe("every call, about an instructor's things, by", { timeout: 240_000 }, () => {
  it.each(ROLES.filter((role) => role !== "owner"))("%s", async (role) => {
    expect(await wrongAnswers(role)).toEqual([]);
  });

  it("none of them with an effect", async () => {
    const { classId, taskId, fileId } = things.params as { classId: string; taskId: string; fileId: string };
    expect((await ana.call("getClass", { params: { classId } })).body.student_list).toEqual(CLASS_BODY.studentList);
    const { body } = await ana.call("getTask", { params: { taskId } });
    expect([body.title, body.files]).toEqual(["Half adder", expect.arrayContaining([{ id: fileId, graded: true }])]);
    expect((await ana.call("getAllNotifications", {})).body.notifications.map((row) => row.is_read)).toEqual([false]);
    const { query } = server.context.db;
    const page = await query.select().from(analyses).where(eq(analyses.id, things.params.circuitAnalysisId!));
    expect(page.map(({ predictions, revision }) => [predictions.length, revision])).toEqual([[1, 0]]);
    const scanned = eq(stackPages.id, things.params.pageId!);
    expect(await query.select().from(stackPages).where(scanned)).toMatchObject([{ state: "queued" }]);
    expect(await query.select().from(classMembers).where(eq(classMembers.classId, classId))).toHaveLength(1);
    expect((await ana.call("getRoster", { params: { classId } })).body.students[0]?.name).toBe("");
  });

  it("owner", async () => {
    expect(await wrongAnswers("owner")).toEqual([]);
  });

  it("as docs/access.md says", async () => {
    await expect(accessTable()).toMatchFileSnapshot("../docs/access.md");
  });
});

const CLOSED = NAMES.filter((name) => ENDPOINTS[name].access !== "public");

it.each(CLOSED)("%s takes no made-up cookie", async (name) => {
  const visitor = server.visitor();
  visitor.cookies.set("__Host-session", "x".repeat(43));
  const { status, body } = await visitor.callLoosely(name, { params: things.params });
  const codes = {
    session: "session-expired",
    administrator: "session-expired",
    admin: "admin-only",
    read: "token-needed",
    grade: "token-needed",
    metrics: "metrics-closed",
  };
  const { access }: Endpoint = ENDPOINTS[name];
  expect([status, body.error.code]).toEqual([401, codes[access as keyof typeof codes]]);
});

it.each(NAMES.filter((name) => ["read", "grade"].includes(ENDPOINTS[name].access)))(
  "%s takes a token or a session's cookie, not both",
  async (name) => {
    const both = await server.program(things.userId);
    for (const [cookie, value] of ana.cookies) both.cookies.set(cookie, value);
    const path = ENDPOINTS[name].path.replace(":taskId", things.params.taskId!);
    const { method } = ENDPOINTS[name];
    const answer = await both.fetch(path, { method, headers: { origin: server.context.config.origin } });
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, "cookie-with-token"]);
  },
);

describe("a body of the wrong shape", () => {
  const withBody = NAMES.filter((name) => {
    const { body, access } = ENDPOINTS[name] as Endpoint;
    return body !== undefined && access !== "admin" && access !== "administrator";
  });

  it.each(withBody)("is refused by %s", async (name) => {
    const caller = ENDPOINTS[name].access === "grade" ? await server.program(things.userId) : await server.instructor();
    const { status, body } = await caller.callLoosely(name, { params: things.params, body: [1, 2, 3] });
    expect([status, body.error.code]).toEqual([400, "bad-request"]);
    expect(body.error.message).toBe("The request could not be understood or was missing required parameters.");
  });
});
