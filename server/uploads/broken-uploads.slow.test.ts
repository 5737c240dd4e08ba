import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_DAYS } from "../../core/rules/accounts/access-token.ts";
import { EXCHANGE_FORM } from "../contract/tasks/exchange.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { ENDINGS, type Framing, openRequest, type RawHead, type RawRequest } from "../testing/raw-request.ts";
import { createInstructor } from "../testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "../testing/spawned/spawned-server.ts";
import type { TestClient } from "../testing/test-client.ts";

const PATIENCE = 120_000;
const FRAMINGS: readonly Framing[] = ["length", "chunked"];
const PASSWORD = "Half-Adder-1";
const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));

let server: SpawnedServer;
let taskId: string;
let owner: Record<string, string>;
let program: Record<string, string>;
/** Accounts, one for each round of all calls: only a few pictures per hour are allowed. */
let portrayed: Record<string, string>[];

beforeAll(async () => {
  server = await spawnServer({ UPLOAD_IDLE_SECONDS: "1" }, "deno");
  const ana = await signIn("ana");
  owner = sessionOf(ana);
  const classId = await makeClass(ana, { studentList: STUDENTS });
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  taskId = await makeTask(ana, classId, { dueDate });
  const token = { name: "Test", scope: "grade", days: TOKEN_DAYS[0], password: PASSWORD } as const;
  const made = (await ana.call("createAccessToken", { body: token })).body;
  program = { Authorization: `Bearer ${made.token}`, [EXCHANGE_FORM.header]: EXCHANGE_FORM.form };
  portrayed = [];
  for (const name of ["bo", "cy", "di", "ed", "fe"]) portrayed.push(sessionOf(await signIn(name)));
}, PATIENCE);
afterAll(() => server.kill());

async function signIn(name: string): Promise<TestClient> {
  const client = server.visitor();
  const account = await createInstructor(server, { email: `${name}@example.edu`, password: PASSWORD });
  await client.call("login", { body: { ...account, remember: false } });
  return client;
}

function sessionOf({ cookies }: TestClient): Record<string, string> {
  return { Cookie: `session=${cookies.get("session")}`, Origin: server.origin };
}

type Caller = Pick<RawHead, "path" | "headers">;

/** The calls that take forms. */
function formCalls(round: number): Record<string, Caller> {
  const form = { "Content-Type": "multipart/form-data; boundary=x" };
  return {
    "an upload": { path: "/files/upload-files", headers: form },
    "a stack": { path: `/stacks/upload/${taskId}`, headers: { ...form, ...owner } },
    "pages of the command": { path: `/api/send-pages/${taskId}`, headers: { ...form, ...program } },
    "a profile picture": { path: "/auth/upload_profile_image", headers: { ...form, ...portrayed[round] } },
  };
}

const LOGIN: Caller = { path: "/auth/login", headers: { "Content-Type": "application/json" } };

function part(name: string, filename?: string): string {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
}

let student = 0;

/** The part of a form that was sent before the connection broke. */
function halfForms(): Record<string, string> {
  const name = `${STUDENTS[student++ % STUDENTS.length]}_quiz[1].png`;
  const task = `${part("task_id")}${taskId}\r\n`;
  const file = `${part("files", name)}${"a".repeat(100_000)}`;
  return {
    "before the body": "",
    "in a part's header": `${task}--x\r\nContent-Disposition: form-d`,
    "in a file": `${task}${file}`,
    "between files": `${task}${file}\r\n--x\r\n`,
  };
}

/** Every kind of partial upload: the call, the framing, and where it breaks off. */
function beginnings(round: number): { caller: Caller; framing: Framing; body: string }[] {
  return FRAMINGS.flatMap((framing) => [
    { caller: LOGIN, framing, body: '{"email":' },
    ...Object.values(formCalls(round)).flatMap((caller) =>
      Object.values(halfForms()).map((body) => ({ caller, framing, body })),
    ),
  ]);
}

async function begin({ caller, framing, body }: ReturnType<typeof beginnings>[number]): Promise<RawRequest> {
  const request = await openRequest(server.origin, { ...caller, framing, length: 500_000 });
  if (body !== "") await request.send(body);
  return request;
}

/** Whether the server still keeps a part of it on the disk. */
function isInFile({ caller, body }: ReturnType<typeof beginnings>[number]): boolean {
  return body.includes("filename=") && caller.path !== "/auth/upload_profile_image";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function descriptors(): Promise<number> {
  return (await readdir(`/proc/${server.process.pid}/fd`)).length;
}

async function temporaryFiles(): Promise<readonly string[]> {
  return readdir(join(server.dataDir, "files", ".incoming")).catch(() => []);
}

/** The routes and statuses of the log's requests from `start` on. */
function logged(start = 0): string[] {
  const lines = server.output().matchAll(/"event":"request".*"route":"([^"]*)","status":(\d+)/g);
  return [...lines].slice(start).map(([, route, status]) => `${route} ${status}`);
}

/** Waits until that many more requests than `start` were answered; returns their statuses. */
async function answers(start: number, count: number): Promise<readonly string[]> {
  await expect.poll(() => logged(start).length).toBe(count);
  return [...new Set(logged(start))].sort();
}

const ROUTES_OF_BODIES = [
  "/api/send-pages/:taskId",
  "/auth/login",
  "/auth/upload_profile_image",
  "/files/upload-files",
  "/stacks/upload/:taskId",
];

it(
  "200 uploads that break off leave neither a file nor a descriptor, and each is logged with 400",
  async () => {
    let open = 0;
    let broken = 0;
    for (const [round, end] of Object.values(ENDINGS).entries()) {
      const start = logged().length;
      const all = [...beginnings(round), ...beginnings(round)];
      for (const beginning of all) {
        const request = await begin(beginning);
        await pause(10);
        if (isInFile(beginning)) await expect.poll(temporaryFiles).not.toEqual([]);
        end(request.socket);
        await request.closed;
      }
      broken += all.length;
      expect(await answers(start, all.length)).toEqual(ROUTES_OF_BODIES.map((route) => `${route} 400`));
      expect(await temporaryFiles()).toEqual([]);
      // What the server opens once, for the first such request, stays open.
      if (round === 0) open = await descriptors();
      else await expect.poll(descriptors).toBeLessThanOrEqual(open);
    }
    expect(broken).toBeGreaterThanOrEqual(200);
  },
  PATIENCE,
);

it(
  "a stalled upload is cancelled",
  async () => {
    const start = logged().length;
    const open = await descriptors();
    const requests = await Promise.all(beginnings(3).map(begin));
    expect(new Set(await Promise.all(requests.map(({ status }) => status)))).toEqual(new Set([408]));
    expect(await answers(start, requests.length)).toEqual(ROUTES_OF_BODIES.map((route) => `${route} 408`));
    expect(await temporaryFiles()).toEqual([]);
    for (const { socket } of requests) socket.destroy();
    await expect.poll(descriptors).toBeLessThanOrEqual(open);
  },
  PATIENCE,
);

describe("a body that is too large is answered with 413", () => {
  const callers = (): Record<string, Caller> => ({ ...formCalls(4), JSON: LOGIN });

  it.each(["an upload", "a stack", "pages of the command", "a profile picture", "JSON"])(
    "by its length: %s",
    async (call) => {
      const request = await openRequest(server.origin, {
        ...callers()[call]!,
        framing: "length",
        length: 2 ** 29 + 1,
      });
      expect(await request.status).toBe(413);
      request.socket.destroy();
    },
  );

  // The others have the same check, at 512 MB.
  it.each([
    ["a profile picture", 5.1],
    ["JSON", 0.6],
  ])("without a length, while it is still being sent: %s", async (call, megabytes) => {
    const request = await openRequest(server.origin, { ...callers()[call]!, framing: "chunked" });
    for (let sent = 0; sent < megabytes * 1024 * 1024; sent += 100_000) await request.send("a".repeat(100_000));
    expect(await request.status).toBe(413);
    request.socket.destroy();
  });
});
