import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashToken } from "./adapters/random.ts";
import type { Endpoint } from "./contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "./contract/endpoints.ts";
import { PAGES, TAB_ADDRESSES } from "./contract/pages.ts";
import { predictions, stackPages, users } from "./db/schema.ts";
import { hashNewPassword } from "./services/accounts/passwords.ts";
import { markPasswordValidated } from "./services/accounts/sessions.ts";
import { type EveryObject, makeEveryObject } from "./testing/every-object.ts";
import { CLASS_BODY } from "./testing/fixtures.ts";
import { accessTable, expectedOutcome, type Outcome, ROLES, type Role } from "./testing/roles.ts";
import { makeUi } from "./testing/services/make-ui.ts";
import type { TestClient } from "./testing/test-client.ts";
import { openTestServer, type TestServer } from "./testing/test-server.ts";

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
  "enter",
  "forgotPassword",
  "verifyResetToken",
  "resetPassword",
  "verifyEmail",
  "getProfileImage",
  "getPublicTask",
  "getTemplate",
  "uploadFiles",
  "sendHandInForm",
  "getResultPage",
  "getResultPicture",
  "getResultQr",
  "requestRegrade",
  "sendMessage",
  "getSite",
  "openapi",
  "health",
  "ready",
];

const METRICS_TOKEN = "a-token-of-24-characters";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
/** Ana's things, about which everybody asks. */
let things: EveryObject;

beforeAll(async () => {
  server = await openTestServer({ METRICS_TOKEN, UI_DIR: await makeUi() });
  things = await makeEveryObject(server);
  await server.context.jobs.start();
  ana = await server.instructor();
  const passwordHash = await hashNewPassword("Half-Adder-2");
  for (const email of ["bo@example.edu", "dean@example.edu"]) {
    const { userId } = await server.instructor(email);
    const account = { passwordHash, isAdmin: email === "dean@example.edu" };
    await server.context.db.write((query) => query.update(users).set(account).where(eq(users.id, userId)));
  }
});

afterAll(() => server.close());

it("answers every call of the contract, and otherwise only the pages", () => {
  expect([...server.app.answered].sort()).toEqual([...NAMES].sort());
  const known = new Set([
    ...NAMES.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`),
    ...PAGES.map(({ path }) => `GET ${path}`),
    ...Object.keys(TAB_ADDRESSES).map((path) => `GET ${path}`),
    "GET /assets/*",
    "GET /favicon.svg",
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

/** A user in this role, with fresh credentials. */
async function someoneAs(role: Role): Promise<TestClient> {
  switch (role) {
    case "owner":
      return someoneValidated("ana@example.edu");
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

/** Makes the call about Ana's objects, and returns the result. */
async function outcomeOf(name: EndpointName, role: Role): Promise<Outcome> {
  const client = await someoneAs(role);
  const unknown = Object.fromEntries(Object.keys(things.params).map((key) => [key, "0".repeat(32)]));
  // What administrators do to accounts is done to one that nobody needs.
  const { userId: accountId } = await server.instructor("cas@example.edu");
  const params = role === "nobody" ? unknown : { ...things.params, accountId };
  const { status, body, response } = await client.callLoosely(name, { params, ...things.request(name, params) });
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
  "deleteTask",
  "deleteClass",
];
const IN_ORDER = [...NAMES.filter((name) => !LAST.includes(name)), ...LAST];

/** The calls that answered something else than they must. */
async function wrongAnswers(role: Role): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of IN_ORDER) {
    const [wanted, got] = [expectedOutcome(name, role), await outcomeOf(name, role)];
    if (got !== wanted) wrong.push(`${name}: ${got} in place of ${wanted}`);
  }
  return wrong;
}

describe("every call, about Ana's things, by", { timeout: 240_000 }, () => {
  it.each(ROLES.filter((role) => role !== "owner"))("%s", async (role) => {
    expect(await wrongAnswers(role)).toEqual([]);
  });

  it("none of them with an effect", async () => {
    const { classId, taskId, fileId } = things.params as { classId: string; taskId: string; fileId: string };
    expect((await ana.call("getClass", { params: { classId } })).body.student_list).toEqual(CLASS_BODY.studentList);
    const { body } = await ana.call("getTask", { params: { taskId } });
    expect([body.title, body.files]).toEqual(["Half adder", expect.arrayContaining([{ id: fileId, graded: true }])]);
    expect((await ana.call("getAllNotifications", {})).body.notifications.map((row) => row.is_read)).toEqual([false]);
    expect(await server.context.db.query.select().from(predictions)).toHaveLength(2);
    expect(await server.context.db.query.select().from(stackPages)).toMatchObject([{ state: "queued" }]);
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
