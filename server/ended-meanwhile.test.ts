import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { resultsManifest } from "../core/results/results-manifest.ts";
import { ENDPOINTS, type EndpointName } from "./contract/endpoints.ts";
import { accessTokens, users } from "./db/schema.ts";
import { issueToken } from "./services/accounts/mail-tokens.ts";
import { ANA, loggedIn, verified } from "./testing/accounts.ts";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import type { TestClient } from "./testing/test-client.ts";
import { serverOfTest, type TestServer } from "./testing/test-server.ts";

const NEW = "Half@Adder9";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

/** Makes a call whose body arrives slowly: `meanwhile` happens before its last byte. */
async function slowly(
  client: TestClient,
  name: EndpointName,
  { body, params = {}, meanwhile }: { body: object | FormData; params?: object; meanwhile: () => Promise<unknown> },
): Promise<{ status: number; code: string | undefined }> {
  const whole = new Response(body instanceof FormData ? body : JSON.stringify(body));
  const type = body instanceof FormData ? whole.headers.get("content-type")! : "application/json";
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes.subarray(0, -1)),
      async pull(controller) {
        await meanwhile();
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { method, path } = ENDPOINTS[name];
  const address = path.replace(/:(\w+)/g, (_, key: string) => (params as Record<string, string>)[key]!);
  const init = { method, headers: { "content-type": type }, body: stream, duplex: "half" };
  const response = await client.fetch(address, init as RequestInit);
  return { status: response.status, code: (await response.json()).error?.code };
}

async function change(email: string, changed: Partial<typeof users.$inferInsert>): Promise<void> {
  await server.context.db.write((query) => query.update(users).set(changed).where(eq(users.email, email)));
}

/** Sets a new password as the person does who has the mails. */
async function reset(userId: string): Promise<void> {
  const token = await issueToken(server.context, { userId, purpose: "reset-password", life: 60_000 });
  const { status } = await server.visitor().call("resetPassword", { body: { token, new_password: NEW } });
  expect(status).toBe(200);
}

describe("a call whose body arrives when its caller", () => {
  const dee = { email: "dee@example.edu", password: NEW, admin: true };

  async function dean() {
    const client = await server.instructor("dean@example.edu");
    await server.instructor("second@example.edu");
    for (const email of ["dean@example.edu", "second@example.edu"]) await change(email, { isAdmin: true });
    return client;
  }

  it.each([
    ["was disabled", { disabled: true }, { status: 401, code: "session-expired" }],
    ["is no administrator any more", { admin: false }, { status: 403, code: "administrators-only" }],
    ["is one still", { disabled: false }, { status: 200, code: undefined }],
  ])("%s", async (_, body, expected) => {
    const client = await dean();
    const second = await server.instructor("second@example.edu");
    const meanwhile = () => second.call("changeAccount", { params: { accountId: client.userId }, body });
    expect(await slowly(client, "createUser", { body: dee, meanwhile })).toEqual(expected);
    const made = await server.context.db.query.select().from(users).where(eq(users.email, dee.email));
    expect(made).toHaveLength(expected.status === 200 ? 1 : 0);
  });

  it("has logged out: no form is read either", async () => {
    const ana = await server.instructor();
    const taskId = await makeTask(ana, await makeClass(ana));
    const body = formWith({ file: "Identifier,Grade\n" });
    const meanwhile = () => server.visitor().fetch("/auth/logout", { method: "POST", headers: cookieOf(ana) });
    const { status, code } = await slowly(ana, "fillGradebook", { params: { taskId }, body, meanwhile });
    expect([status, code]).toEqual([401, "session-expired"]);
  });

  it("has a token that was revoked", async () => {
    const ana = await server.instructor();
    const taskId = await makeTask(ana, await makeClass(ana));
    const program = await server.program(ana.userId);
    const manifest = resultsManifest({ model: null, keyVersion: "0".repeat(64) });
    const meanwhile = () => ana.call("revokeAccessToken", { params: { tokenId: program.tokenId } });
    const sent = { params: { taskId }, body: { manifest, preview: false, pages: [] }, meanwhile };
    expect(await slowly(program, "pushGrades", sent)).toEqual({ status: 401, code: "token-revoked" });
  });
});

describe("a form that arrives when its sender is no co-instructor any more is not taken by", () => {
  it.each([
    ["uploadStack", { files: "GIF89a" }],
    ["uploadFiles", { files: "GIF89a" }],
    ["sendPages", { pages: "[]", files: "GIF89a" }],
    ["fillGradebook", { file: "Identifier,Grade\n" }],
  ] as const)("%s", async (name, fields) => {
    const ana = await server.instructor();
    const classId = await makeClass(ana);
    const taskId = await makeTask(ana, classId);
    const bo = await server.instructor("bo@example.edu");
    await ana.call("addClassMember", { params: { classId }, body: { email: "bo@example.edu", role: "co-instructor" } });
    const client = name === "sendPages" ? await server.program(bo.userId) : bo;
    const meanwhile = () => ana.call("removeClassMember", { params: { classId, memberId: bo.userId } });
    const sent = { params: { taskId }, body: formWith({ task_id: taskId, ...fields }), meanwhile };
    expect(await slowly(client, name, sent)).toEqual({ status: 404, code: "not-found" });
  });
});

function formWith(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith("file")) form.set(name, new Blob([value]), "20230001_quiz[1].gif");
    else form.set(name, value);
  }
  return form;
}

function cookieOf({ cookies }: TestClient): Record<string, string> {
  return { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
}

describe("when the password is reset before a call writes, which was asked for with the old one,", () => {
  let thief: Awaited<ReturnType<typeof loggedIn>>;

  beforeEach(async () => {
    await verified(server);
    thief = await loggedIn(server);
  });

  /** The password is reset just before the next thing is written. */
  function resetFirst(): void {
    const { db } = server.context;
    const { write } = db;
    async function later(work: Parameters<typeof write>[0]) {
      Object.assign(db, { write });
      await reset(thief.userId);
      return write(work);
    }
    Object.assign(db, { write: later });
  }

  it("nobody is logged in", async () => {
    const other = server.visitor();
    resetFirst();
    const { status, body } = await other.call("login", { body: ANA });
    expect([status, body.error?.code, other.cookies.has("__Host-session")]).toEqual([401, "login-failed", false]);
    expect((await server.visitor().call("login", { body: { ...ANA, password: NEW } })).status).toBe(200);
  });

  it("the new one stays", async () => {
    await thief.call("validatePassword", { body: ANA });
    resetFirst();
    const { status, body } = await thief.call("changePassword", {
      body: { newPassword: "Half@Adder8", revokeTokens: true },
    });
    expect([status, body.error?.code]).toEqual([401, "session-expired"]);
    expect((await server.visitor().call("login", { body: { ...ANA, password: NEW } })).status).toBe(200);
  });

  it("no access token is made", async () => {
    resetFirst();
    const body = { name: "Laptop", scope: "read" as const, days: 90 as const, password: ANA.password };
    const answer = await thief.call("createAccessToken", { body });
    expect([answer.status, answer.body.error?.code]).toEqual([401, "session-expired"]);
    expect(await server.context.db.query.select().from(accessTokens)).toEqual([]);
  });
});
