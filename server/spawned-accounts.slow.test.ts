import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXCHANGE_FORM } from "./contract/tasks/exchange.ts";
import { ANA } from "./testing/accounts.ts";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { createInstructor } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import { trustClockIn } from "./testing/spawned/trust-clock.ts";
import type { TestClient } from "./testing/test-client.ts";

const PATIENCE = 60_000;
const OLD_MAIL = "2026-01-01T00-00-00.000Z-abcdef.eml";

let dataDir: string;
let outbox: string;
let server: SpawnedServer;
let ana: TestClient;

/** The server as in real use, with an outbox from long ago. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "circuitgrade-accounts-"));
  outbox = join(dataDir, "outbox");
  await mkdir(outbox);
  await writeFile(join(outbox, OLD_MAIL), "Set a new password: /reset-password?token=x");
  await trustClockIn(dataDir);
  server = await spawnServer({ DATA_DIR: dataDir });
  await createInstructor(server);
  ana = await loggedIn(ANA.password);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function loggedIn(password: string): Promise<TestClient> {
  const client = server.visitor();
  const { status } = await client.call("login", { body: { email: ANA.email, password } });
  expect(status).toBe(200);
  return client;
}

/** Complete mails, oldest first. */
async function mails(): Promise<string[]> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
}

it("removes old mails from the outbox when it starts", { timeout: PATIENCE }, async () => {
  await expect.poll(() => readdir(outbox), { timeout: PATIENCE }).not.toContain(OLD_MAIL);
  expect(server.output()).toContain('"event":"outbox-emptied","mails":1');
});

it("gives every request for a reset the same response, and sends mail to known addresses only", {
  timeout: PATIENCE,
}, async () => {
  const before = (await mails()).length;
  const ask = (email: string) => server.visitor().call("forgotPassword", { body: { email } });
  const [unknown, known] = [await ask("nobody@example.edu"), await ask(ANA.email)];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await expect.poll(async () => (await mails()).length, { timeout: PATIENCE }).toBe(before + 1);
  expect((await mails()).at(-1)).toContain(`To: ${ANA.email}\r\n`);
});

describe("a change of password", { timeout: PATIENCE }, () => {
  async function pull(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, [EXCHANGE_FORM.header]: EXCHANGE_FORM.form };
    return (await fetch(`${server.address}/api/pull/${"0".repeat(22)}`, { headers })).status;
  }

  async function change({ from, to, choice }: { from: string; to: string; choice: { revokeTokens?: boolean } }) {
    await ana.call("validatePassword", { body: { email: ANA.email, password: from } });
    const { status } = await ana.call("changePassword", { body: { newPassword: to, ...choice } });
    expect(status).toBe(200);
  }

  it("keeps the access tokens if asked to, and otherwise revokes them", async () => {
    const wish = { name: "Laptop", scope: "read", days: 7, password: ANA.password } as const;
    const { token } = (await ana.call("createAccessToken", { body: wish })).body;
    // The token is valid, the task unknown.
    expect(await pull(token)).toBe(404);
    await change({ from: ANA.password, to: "Xor-Gate-1!", choice: { revokeTokens: false } });
    expect(await pull(token)).toBe(404);
    await change({ from: "Xor-Gate-1!", to: "Xor-Gate-2!", choice: {} });
    expect(await pull(token)).toBe(401);
    await expect.poll(mails, { timeout: PATIENCE }).toContainEqual(expect.stringContaining("still work"));
    await expect.poll(mails, { timeout: PATIENCE }).toContainEqual(expect.stringContaining("were revoked with it"));
  });
});

it("quotes a name that would start another cell", { timeout: PATIENCE }, async () => {
  const classId = await makeClass(ana, { studentNames: { 20230001: "Cruz; =1+1" } });
  const taskId = await makeTask(ana, classId);
  const { response } = await ana.call("getPlainGrades", { params: { taskId }, query: {} });
  expect(await response.text()).toContain('\n20230001,"Cruz; =1+1",');
});
