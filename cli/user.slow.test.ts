import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { turnOnSecondFactor } from "../server/testing/accounts.ts";
import { freePort } from "../server/testing/services/free-port.ts";
import { TestClient } from "../server/testing/test-client.ts";
import { type Running, runCommand, startCommand } from "./testdata/run-command.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

const COMMAND = fileURLToPath(new URL("./circuitgrade.mjs", import.meta.url));

let folder: string;
let server: Running;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-user-"));
  // The test requests no page, so the web UI need not be built.
  process.env.UI_DIR = folder;
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = startCommand(["serve", "--port", String(port), "--data", "grades"], folder);
  await answers(`${address}/healthz`);
});

afterAll(async () => {
  server.process.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  rmSync(folder, { recursive: true });
});

function createUser(email: string, password: string, words: readonly string[] = []) {
  const all = [COMMAND, "user", "create", email, "--data", join(folder, "grades"), ...words];
  return spawnSync(process.execPath, all, { input: `${password}\n`, encoding: "utf8" });
}

async function login(email: string, password: string) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${address}/auth/login`, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as { user?: { name: string } } };
}

it("makes an account on the running server that can log in at once", async () => {
  const { status, stdout, stderr } = createUser("ana@example.edu", "Half-Adder-1", ["--name", "Ana Cruz"]);
  expect([status, stdout, stderr]).toEqual([0, "", "ana@example.edu can log in now.\n"]);
  expect(await login("ana@example.edu", "Half-Adder-1")).toMatchObject({
    status: 200,
    body: { user: { name: "Ana Cruz" } },
  });
});

function user(...words: readonly string[]) {
  return runInProcess(["user", ...words, "--data", "grades"], folder);
}

it("lists, disables, enables, hands over and deletes accounts, and keeps the last administrator", async () => {
  createUser("dean@example.edu", "Half-Adder-1", ["--admin"]);
  createUser("bo@example.edu", "Half-Adder-1");
  const list = await user("list");
  expect(list.stdout).toMatch(
    /dean@example.edu +active +administrator +0 classes, 0 tasks, 0 submissions +never signed in/,
  );
  const json = JSON.parse((await user("list", "--json")).stdout) as { accounts: { email: string }[] };
  expect(json.accounts.map(({ email }) => email)).toContain("bo@example.edu");
  expect((await user("disable", "BO@example.edu")).stderr).toBe(
    "bo@example.edu is disabled: nobody can sign in with it.\n",
  );
  expect((await login("bo@example.edu", "Half-Adder-1")).status).toBe(403);
  await user("enable", "bo@example.edu");
  expect((await login("bo@example.edu", "Half-Adder-1")).status).toBe(200);
  const last = await user("admin", "dean@example.edu", "--remove");
  expect([last.code, last.stderr]).toEqual([2, expect.stringContaining("dean@example.edu is the last administrator.")]);
  expect((await user("hand-over", "bo@example.edu", "--to", "dean@example.edu")).stderr).toBe(
    "dean@example.edu has 0 more classes with 0 tasks now.\n",
  );
  expect((await user("delete", "bo@example.edu")).stderr).toBe("The account bo@example.edu was deleted.\n");
  const gone = await user("delete", "bo@example.edu");
  expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining("No account has the address bo@example.edu.")]);
});

it("turns off the second factor of somebody who lost phone and recovery codes", async () => {
  const account = { email: "cy@example.edu", password: "Half-Adder-1" };
  createUser(account.email, account.password);
  const cy = new TestClient(fetch, address);
  await cy.call("login", { body: { ...account, remember: false } });
  await turnOnSecondFactor(cy, { password: account.password, now: Date.now() });
  expect((await login(account.email, account.password)).status).toBe(401);
  expect((await user("reset-second-factor", "CY@example.edu")).stderr).toBe(
    "cy@example.edu can log in with the password alone now.\n",
  );
  expect((await login(account.email, account.password)).status).toBe(200);
  const again = await user("reset-second-factor", account.email);
  expect(again.code).toBe(2);
});

it("prints a link that logs in once, as the way in if nothing else works", async () => {
  createUser("dee@example.edu", "Half-Adder-1");
  const { stdout } = await user("link", "DEE@example.edu");
  expect(stdout).toMatch(/^http:\/\/localhost:\d+\/auth\/enter\?token=[\w-]{43}\n$/);
  const visitor = new TestClient(fetch, address);
  const enter = (method = "POST") => {
    return visitor.fetch(stdout.trim().slice(new URL(stdout).origin.length), { method, redirect: "manual" });
  };
  // What a chat's preview asks for.
  expect((await enter("HEAD")).status).toBe(200);
  expect((await enter()).headers.get("location")).toMatch(/^\/dashboard\/[\w-]{22}$/);
  expect((await visitor.call("checkSession", {})).status).toBe(200);
  visitor.cookies.clear();
  expect((await enter()).status).toBe(400);
});

it("unlinks no account that is not linked to single sign-on", async () => {
  createUser("eli@example.edu", "Half-Adder-1");
  const { code, stderr } = await user("unlink", "eli@example.edu");
  expect([code, stderr]).toEqual([2, "circuitgrade: eli@example.edu is not linked to single sign-on.\n"]);
});

it("asks for no password where there are none, and the server's first start says so", async () => {
  const variables = {
    OIDC_ISSUER: `http://localhost:${await freePort()}`,
    OIDC_CLIENT_ID: "circuitgrade",
    OIDC_CLIENT_SECRET: "secret",
    LOCAL_PASSWORDS: "off",
  };
  const port = await freePort();
  const where = { cwd: folder, variables };
  const other = startCommand(["serve", "--port", String(port), "--data", "no-passwords"], where);
  await answers(`http://127.0.0.1:${port}/healthz`);
  const created = await runCommand(["user", "create", "ana@example.edu", "--admin", "--data", "no-passwords"], folder);
  expect([created.code, created.stderr]).toEqual([0, "ana@example.edu can log in now.\n"]);
  other.process.kill("SIGINT");
  const { stderr } = await other.ended;
  expect(stderr).toContain("Create an account on this machine, then sign on with its address:");
  expect(stderr).not.toContain("/auth?setup=");
});

it("says what the server refuses, with exit code 2", () => {
  const weak = createUser("bo@example.edu", "secret1");
  expect([weak.status, weak.stderr]).toEqual([
    2,
    "circuitgrade: Password must contain at least one uppercase letter.\n",
  ]);
  const elsewhere = createUser("bo@example.com", "Half-Adder-1");
  expect(elsewhere.stderr).toContain("Only example.edu emails are allowed.");
});

it("says how long a name may be", () => {
  const long = createUser("bo@example.edu", "Half-Adder-1", ["--name", "x".repeat(400)]);
  expect([long.status, long.stderr]).toEqual([2, "circuitgrade: The name is too long: at most 50 characters.\n"]);
});

it("serves a data folder once: another server for it, or at the same port, is refused with a clear message", async () => {
  const other = await runCommand(["serve", "--port", String(await freePort()), "--data", "grades"], folder);
  expect([other.code, other.stderr]).toEqual([
    2,
    `A server already runs with this data folder, at ${address}: stop it first, or set another DATA_DIR.\n`,
  ]);
  const samePort = await runCommand(["serve", "--port", new URL(address).port, "--data", "more"], folder);
  expect(samePort.code).toBe(2);
  expect(samePort.stderr).toContain("Another program listens at this HOST and PORT: choose another PORT.");
  const wrong = await runCommand(["serve", "--port", "x"], folder);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'The settings in the environment are wrong:\n  PORT is "x"; expected: a port number from 0 to 65535.\n',
  ]);
});

it("says if no server runs, with exit code 3", async () => {
  const { code, stderr } = await runInProcess(["user", "create", "bo@example.edu", "--data", "elsewhere"], folder);
  expect(code).toBe(3);
  expect(stderr).toContain(`No server runs with the data folder ${join(folder, "elsewhere")}. Start it with`);
  const backup = await runInProcess(["backup", "--out", "new/b.tar.gz", "--data", "elsewhere"], folder);
  expect([backup.code, existsSync(join(folder, "new"))]).toEqual([3, false]);
});

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
