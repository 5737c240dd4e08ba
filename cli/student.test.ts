import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeClass } from "../server/testing/fixtures.ts";
import { freePort } from "../server/testing/services/free-port.ts";
import { TestClient } from "../server/testing/test-client.ts";
import { COMMAND, type Running, runCommand, startCommand } from "./testdata/run-command.ts";

const ID = "20230001";

let folder: string;
let server: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-student-"));
  // The test requests no page, so the web UI need not be built.
  process.env.UI_DIR = folder;
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  server = startCommand(["serve", "--port", String(port), "--data", "grades"], folder);
  while (!(await fetch(`${address}/healthz`).catch(() => null))?.ok) await new Promise((done) => setTimeout(done, 100));
  const account = { email: "ana@example.edu", password: "Half-Adder-1" };
  const words = [COMMAND, "user", "create", account.email, "--data", join(folder, "grades")];
  spawnSync(process.execPath, words, { input: `${account.password}\n` });
  const ana = new TestClient(fetch, address);
  expect((await ana.call("login", { body: { ...account, remember: false } })).status).toBe(200);
  await makeClass(ana, { studentNames: { [ID]: "Ana Cruz" } });
}, 120_000);

afterAll(async () => {
  server.process.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  rmSync(folder, { recursive: true });
});

function student(...words: readonly string[]) {
  return runCommand(["student", ...words, "--data", "grades"], folder);
}

it("shows, exports and erases what is stored about a student", { timeout: 120_000 }, async () => {
  const shown = await student("show", ID);
  expect([shown.code, shown.stdout.split("\n").slice(0, 3)]).toEqual([
    0,
    ["Student 20230001 (Ana Cruz)", "  Classes: CPE 101, group 1", "  Tasks: none"],
  ]);
  const exported = await student("export", ID, "--out", "ana.zip");
  expect([exported.code, exported.stderr]).toEqual([
    0,
    "ana.zip: 1 KB. It is personal data: give it to nobody else.\n",
  ]);
  const path = join(folder, "ana.zip");
  expect(Object.keys(unzipSync(readFileSync(path)))).toEqual(["README.txt", "student.json", "grades.csv"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await student("export", ID, "--out", "ana.zip");
  expect([again.code, again.stderr]).toEqual([
    2,
    "circuitgrade: ana.zip already exists. Name another file: none is overwritten.\n",
  ]);

  const typed = spawnSync(process.execPath, [COMMAND, "student", "erase", ID, "--data", "grades"], {
    cwd: folder,
    input: "20230002\n",
    encoding: "utf8",
  });
  expect([typed.status, typed.stderr]).toEqual([2, expect.stringContaining("Nothing was erased.")]);
  expect((await student("show", ID)).code).toBe(0);
  const erased = await student("erase", ID, "--yes");
  expect([erased.code, erased.stderr]).toEqual([0, expect.stringContaining("Student 20230001 is erased.")]);
  const gone = await student("show", ID);
  expect([gone.code, gone.stderr]).toEqual([
    2,
    "circuitgrade: Nothing is stored about a student 20230001 on this server. Check the Student ID.\n",
  ]);
});
