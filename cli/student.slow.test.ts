import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFile } from "../core/opening/open-file.ts";
import { formatQrText } from "../core/template/qr-text.ts";
import { makeClass, makeTask } from "../server/testing/fixtures.ts";
import { pdfOf, sheetWithQr } from "../server/testing/pages.ts";
import { freePort } from "../server/testing/services/free-port.ts";
import { TestClient } from "../server/testing/test-client.ts";
import { COMMAND, type Running, runCommand, startCommand } from "./testdata/run-command.ts";

const ID = "20230001";

let folder: string;
let server: Running;
let address: string;
let ana: TestClient;
let classId: string;

/** Pages are sorted in the background. */
const POLL = { timeout: 60_000, interval: 200 };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-student-"));
  // The test requests no page, so the web UI need not be built.
  process.env.UI_DIR = folder;
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = startCommand(["serve", "--port", String(port), "--data", "grades"], folder);
  while (!(await fetch(`${address}/healthz`).catch(() => null))?.ok) await new Promise((done) => setTimeout(done, 100));
  const account = { email: "ana@example.edu", password: "Half-Adder-1" };
  const words = [COMMAND, "user", "create", account.email, "--data", join(folder, "grades")];
  spawnSync(process.execPath, words, { input: `${account.password}\n` });
  ana = new TestClient(fetch, address);
  expect((await ana.call("login", { body: { ...account, remember: false } })).status).toBe(200);
  classId = await makeClass(ana, { studentNames: { [ID]: "Ana Cruz" } });
}, 120_000);

afterAll(async () => {
  server.process.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  rmSync(folder, { recursive: true });
});

function student(...words: readonly string[]) {
  return runCommand(["student", ...words, "--data", "grades"], folder);
}

it("writes a stack again without the pages of a student who is erased", { timeout: 120_000 }, async () => {
  const dueDate = new Date(Date.now() + 60 * 60_000).toISOString();
  const taskId = await makeTask(ana, classId, { dueDate });
  const secret = readFileSync(join(folder, "grades", "template-secret"), "utf8").trim();
  const sheets = ["20230002", ID, "20230002"].map((studentId, index) => {
    const content = { taskId, item: index === 2 ? 2 : 1, studentId };
    return sheetWithQr("20230001_quiz[1].png", formatQrText(content, { origin: address, secret }));
  });
  const scan = await pdfOf(await Promise.all(sheets));
  const form = new FormData();
  form.append("files", new Blob([scan as Buffer<ArrayBuffer>]), "scan.pdf");
  const { body } = await ana.call("uploadStack", { params: { taskId }, body: form });
  const params = { stackId: body.stack!.id };
  await expect.poll(async () => (await ana.call("getStack", { params })).body.stack.placed, POLL).toBe(3);
  const { code, stderr } = await student("erase", "20230002", "--yes");
  expect([code, stderr]).toEqual([0, expect.stringContaining("1 scanned stack: erasing writes it again")]);
  const left = (await ana.call("getFiles", { params: { taskId } })).body.files;
  expect(left.map(({ student_id }) => student_id)).toEqual([ID]);
  const { sha256 } = left[0]!;
  const file = await openFile(readFileSync(join(folder, "grades", "files", sha256.slice(0, 2), sha256)));
  expect(file.ok && file.pageCount).toBe(1);
  if (file.ok) await file.pages.return();
});

it("shows, exports and erases what is stored about a student", { timeout: 120_000 }, async () => {
  const shown = await student("show", ID);
  expect([shown.code, shown.stdout.split("\n").slice(0, 3)]).toEqual([
    0,
    ["Student 20230001 (Ana Cruz)", "  Classes: CPE 101, group 1", "  Tasks: Half adder"],
  ]);
  const exported = await student("export", ID, "--out", "ana.zip");
  expect([exported.code, exported.stderr]).toEqual([
    0,
    expect.stringMatching(/^ana\.zip: \d+ KB\. It is personal data: give it to nobody else\.\n$/),
  ]);
  const path = join(folder, "ana.zip");
  const names = Object.keys(unzipSync(readFileSync(path)));
  expect(names).toEqual(["README.txt", "student.json", "grades.csv", expect.stringMatching(/^pages\/Half-adder\//)]);
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
