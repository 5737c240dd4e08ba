import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXCHANGE_FORM } from "../../../server/contract/tasks/exchange.ts";
import { runCommand } from "../../testdata/run-command.ts";

const PAGES = ["20230001", "20230002"].map((student_id) => {
  const sha256 = createHash("sha256").update(student_id).digest("hex");
  const place = { file: `${student_id}_quiz[1].png`, page: 1, student_id, item: 1, sha256, turn: 0 };
  return { ...place, counts: true, status: "graded", grade: 5, comment: null, decided: false, reasons: [] };
});

/** A server that accepts the first file, and breaks off at the next one. */
const broken = createServer(async (request, response) => {
  if (request.url!.startsWith("/api/send-pages") && sent++ > 0) return void request.socket.destroy();
  await request.resume().toArray();
  const pages = PAGES.map(({ student_id, item, page, turn, grade }) => {
    if (request.url!.startsWith("/api/send-pages")) {
      return { student_id, item, page, turn, outcome: "taken", reason: null };
    }
    return { student_id, item, page: "new", change: "give", previous_grade: null, grade, reason: null };
  });
  response.setHeader("content-type", "application/json");
  response.setHeader(EXCHANGE_FORM.header, EXCHANGE_FORM.form);
  response.end(JSON.stringify({ pages, batch: null }));
});
let sent = 0;

test("a push that breaks off says how far it got, and how to continue", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "push-"));
  await mkdir(join(folder, "scans"));
  for (const { file, student_id } of PAGES) await writeFile(join(folder, "scans", file), student_id);
  const record = { schema_version: 1, task: { id: "t1" }, manifest: { key_version: "k" }, students: [], files: PAGES };
  await writeFile(join(folder, "results.json"), JSON.stringify(record));
  await new Promise<void>((resolve) => broken.listen(0, "localhost", resolve));
  const server = `http://localhost:${(broken.address() as AddressInfo).port}`;
  const about = { title: "Half adder", class_name: "CPE 101", due_date: "2027-01-01", files: {} };
  const note = { schema_version: 1, server, task_id: "t1", key_version: "k", ...about };
  await writeFile(join(folder, "pull.json"), JSON.stringify(note));
  const variables = { CIRCUITGRADE_TOKEN: "cgt_secret", RETRY_SECONDS: "0.2" };
  const { code, stderr } = await runCommand(["push", ".", "--pages", "scans"], { cwd: folder, variables });
  broken.close();
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /No server answers at .* It broke off after 1 of 2 pages, before any grade: run the same command again/,
  );
});
