import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultsManifest } from "../core/results/results-manifest.ts";
import { newId } from "./adapters/random.ts";
import type { Endpoint } from "./contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "./contract/endpoints.ts";
import { PAGES } from "./contract/pages.ts";
import { accessTokens, analyses, gradeBatches, predictions, stackPages, stacks } from "./db/schema.ts";
import { CLASS_BODY, insertSubmission, makeClass, makeTask, TASK_BODY } from "./testing/fixtures.ts";
import { tellInstructor } from "./testing/tell-instructor.ts";
import { openTestServer, type TestServer } from "./testing/test-server.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Calls without a session. Adding one here makes it public. */
const PUBLIC: readonly EndpointName[] = [
  "login",
  "logout",
  "register",
  "resendVerification",
  "checkRecoveryInfo",
  "forgotPassword",
  "verifyResetToken",
  "resetPassword",
  "verifyEmail",
  "getProfileImage",
  "getPublicTask",
  "getTemplate",
  "uploadFiles",
  "sendMessage",
  "getSite",
  "openapi",
  "health",
];

/** Calls that name no object: they can only concern the caller. */
const OWN_DATA: readonly EndpointName[] = [
  "checkSession",
  "getSessions",
  "logoutElsewhere",
  "updateUserInfo",
  "validatePassword",
  "changePassword",
  "uploadProfileImage",
  "getAccessTokens",
  "createAccessToken",
  "getUnreadNotifications",
  "getAllNotifications",
  "markAllNotificationsRead",
  "deleteAllNotifications",
  "getNotificationFilters",
  "setNotificationFilters",
  "getTasks",
  "getClasses",
  "createClass",
  "validateExpression",
  "generateTruthTable",
  "events",
];

const BOX = { x: 1, y: 1, width: 10, height: 10 };

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
/** IDs of Ana's objects, by the names of the paths' parameters. */
let params: Record<string, string>;
/** What the calls take in addition to the parameters, about Ana's objects and well-formed. */
let requests: Partial<Record<EndpointName, { body?: object; query?: object }>>;

beforeAll(async () => {
  server = await openTestServer();
  ana = await server.instructor();
  const { context } = server;
  const classId = await makeClass(ana);
  const taskId = await makeTask(ana, classId);
  const fileId = await insertSubmission(context, { taskId });
  const [circuitAnalysisId, predictionId, batchId] = [newId(), newId(), newId()];
  const analysis = { id: circuitAnalysisId, submissionId: fileId, state: "done" as const, updatedAt: 0 };
  const prediction = { id: predictionId, analysisId: circuitAnalysisId, objectId: 1, className: "AND" as const };
  const seen = { ...BOX, label: "AND 1", confidence: 1, source: "detected" as const };
  await context.db.write((query) =>
    query.batch([
      query.insert(analyses).values(analysis),
      query.insert(predictions).values({ ...prediction, ...seen }),
      query.insert(gradeBatches).values({ id: batchId, taskId, label: "Half adder", createdAt: 0 }),
    ]),
  );
  await tellInstructor(context, { userId: ana.userId, taskId, type: "new_submission", message: "New" });
  const [stackId, pageId] = [newId(), newId()];
  const stackPage = { id: pageId, stackId, position: 1, page: 1, state: "queued" as const };
  const scan = { filename: "Half adder.pdf", mimetype: "application/pdf", size: 1, sha256: "1".repeat(64) };
  await context.db.write((query) =>
    query.batch([
      query.insert(stacks).values({ id: stackId, taskId, filename: scan.filename, createdAt: 0 }),
      query.insert(stackPages).values({ ...stackPage, ...scan }),
    ]),
  );
  const notificationId = (await ana.call("getAllNotifications", {})).body.notifications[0]!.id;
  params = { userId: ana.userId, classId, taskId, fileId, circuitAnalysisId, predictionId, batchId, notificationId };
  const tokenId = newId();
  const token = { id: tokenId, userId: ana.userId, name: "Half adder", scope: "grade" as const, tokenHash: "none" };
  await context.db.write((query) =>
    query.insert(accessTokens).values({ ...token, createdAt: 0, expiresAt: context.now() + 1000 }),
  );
  params = { ...params, stackId, pageId, tokenId };
  requests = {
    createTask: { body: { ...TASK_BODY, classId } },
    editTask: { body: { ...TASK_BODY, classId } },
    editClass: { body: CLASS_BODY },
    updateGrade: { body: { total_grade: 1 } },
    settleHandIn: { body: { counts: true } },
    previewRegrade: { body: { ...TASK_BODY, classId } },
    setGradingView: { body: { hide_names: true } },
    setExtensions: { body: { student_ids: ["20230001"], due_date: "2027-01-01T00:00:00Z" } },
    gradeGroup: { body: { item: 1, group: "0123456789ab", total_grade: 1, preview: false } },
    acceptGrades: { body: { above: 0.9, preview: false } },
    flagSimilarCircuits: { query: { task_id: taskId } },
    findCopies: { query: { task_id: taskId } },
    getCopiesCsv: { query: { task_id: taskId } },
    getCopyPair: { query: { other: fileId } },
    addPrediction: { body: { ...BOX, className: "AND" } },
    editPrediction: { body: { predictionId, className: "AND" } },
    movePrediction: { body: { predictionId, ...BOX } },
    setFilterThreshold: { body: { fileId, thresholdValue: 127, mode: "single" } },
    assignStackPage: { body: { student_id: "20230001", item_number: 1 } },
    setRosterNames: { body: { csv: "student_id,name\n20230001,Half adder\n" } },
    processDetection: { body: { mode: "single" } },
    pushGrades: {
      body: { manifest: resultsManifest({ model: null, keyVersion: "0".repeat(64) }), preview: false, pages: [] },
    },
  };
});

afterAll(() => server.close());

it("answers every call of the contract, and otherwise only the pages", () => {
  expect([...server.app.answered].sort()).toEqual([...NAMES].sort());
  const known = new Set([
    ...NAMES.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`),
    ...PAGES.map(({ path }) => `GET ${path}`),
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

describe("without a session", () => {
  it.each(NAMES.filter((name) => !PUBLIC.includes(name)))("%s answers 401", async (name) => {
    const { status, body } = await server.visitor().callLoosely(name, { params, ...requests[name] });
    const codes = {
      public: "",
      session: "session-expired",
      admin: "admin-only",
      read: "token-needed",
      grade: "token-needed",
    };
    expect([status, body.error.code]).toEqual([401, codes[ENDPOINTS[name].access]]);
  });

  it.each(NAMES.filter((name) => !PUBLIC.includes(name)))("%s also answers 401 to a made-up cookie", async (name) => {
    const visitor = server.visitor();
    visitor.cookies.set("__Host-session", "x".repeat(43));
    expect((await visitor.callLoosely(name, { params, ...requests[name] })).status).toBe(401);
  });
});

describe("another instructor", () => {
  const concerned = NAMES.filter((name) => ENDPOINTS[name].access === "session" && !OWN_DATA.includes(name));

  it.each(concerned)("gets 404 or 403 from %s", async (name) => {
    const bo = await server.instructor("bo@example.edu");
    const { status, body } = await bo.callLoosely(name, { params, ...requests[name] });
    expect([403, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain("Half adder");
  });

  it("changed nothing", async () => {
    const { classId, taskId, fileId } = params as { classId: string; taskId: string; fileId: string };
    expect((await ana.call("getClass", { params: { classId } })).body.student_list).toEqual(CLASS_BODY.studentList);
    const { body } = await ana.call("getTask", { params: { taskId } });
    expect([body.title, body.files]).toEqual(["Half adder", [{ id: fileId, graded: false }]]);
    expect((await ana.call("getAllNotifications", {})).body.notifications.map((row) => row.is_read)).toEqual([false]);
    expect(await server.context.db.query.select().from(predictions)).toHaveLength(1);
    expect(await server.context.db.query.select().from(stackPages)).toMatchObject([{ state: "queued" }]);
    expect((await ana.call("getRoster", { params: { classId } })).body.students[0]?.name).toBe("");
  });
});

describe("an access token", () => {
  const programs = NAMES.filter((name) => ["read", "grade"].includes(ENDPOINTS[name].access));
  const others = NAMES.filter((name) => ["session", "admin"].includes(ENDPOINTS[name].access));

  it.each(others)("is not accepted for %s", async (name) => {
    const program = await server.program(ana.userId);
    expect((await program.callLoosely(name, { params, ...requests[name] })).status).toBe(401);
  });

  it.each(programs)("does not let %s into another user's task", async (name) => {
    const bo = await server.program((await server.instructor("bo@example.edu")).userId);
    const { status, body } = await bo.callLoosely(name, { params, ...requests[name] });
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain("Half adder");
  });

  it.each(programs)("is required by %s, which a session cannot replace", async (name) => {
    const alone = await ana.callLoosely(name, { params, ...requests[name] });
    expect([alone.status, alone.body.error.code]).toEqual([401, "token-needed"]);
    const both = await server.program(ana.userId);
    for (const [cookie, value] of ana.cookies) both.cookies.set(cookie, value);
    const origin = { origin: "https://grading.example.edu" };
    const path = ENDPOINTS[name].path.replace(":taskId", params.taskId!);
    const { method } = ENDPOINTS[name];
    const answer = await both.fetch(path, { method, headers: origin });
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, "cookie-with-token"]);
  });

  it.each(programs.filter((name) => ENDPOINTS[name].access === "grade"))(
    "with read access only is refused by %s",
    async (name) => {
      const reader = await server.program(ana.userId, "read");
      const { status, body } = await reader.callLoosely(name, { params, ...requests[name] });
      expect([status, body.error.code]).toEqual([403, "token-scope"]);
    },
  );
});

describe("a call that names no object", () => {
  it.each(OWN_DATA)("%s has no parameter", (name) => {
    expect((ENDPOINTS[name] as Endpoint).params).toBeUndefined();
  });
});

describe("a body of the wrong shape", () => {
  const withBody = NAMES.filter((name) => {
    const { body, access } = ENDPOINTS[name] as Endpoint;
    return body !== undefined && access !== "admin";
  });

  it.each(withBody)("is refused by %s", async (name) => {
    const caller = ENDPOINTS[name].access === "grade" ? await server.program(ana.userId) : ana;
    const { status, body } = await caller.callLoosely(name, { params, body: [1, 2, 3] });
    expect([status, body.error.code]).toEqual([400, "bad-request"]);
    expect(body.error.message).toBe("The request could not be understood or was missing required parameters.");
  });
});
