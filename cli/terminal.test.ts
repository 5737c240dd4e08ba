import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { harmless, openTerminal } from "./terminal.ts";
import { COMMAND } from "./testdata/run-command.ts";

afterEach(() => vi.unstubAllGlobals());

function progressOn(stderr: { isTTY: boolean; columns: number }): boolean {
  vi.stubGlobal("process", { ...process, stdout: process.stdout, env: {}, stderr });
  return openTerminal({ quiet: false }).progress;
}

test("a file's name cannot control the terminal", () => {
  expect(harmless("\u001b]0;title\u0007\u001b[2J\r.png\n")).toBe("\\x1b]0;title\\x07\\x1b[2J\\x0d.png\n");
  expect(harmless("quiz\u202egnp.exe\u2066")).toBe("quiz\\u202egnp.exe\\u2066");
  expect(harmless("\u001b[31mred\u001b[0m, ⊕ and\ttabs")).toBe("\u001b[31mred\u001b[0m, ⊕ and\ttabs");
});

test("a progress line is drawn only on a terminal with a width", () => {
  expect(progressOn({ isTTY: true, columns: 80 })).toBe(true);
  expect(progressOn({ isTTY: true, columns: 0 })).toBe(false);
  expect(progressOn({ isTTY: false, columns: 80 })).toBe(false);
});

test.runIf(process.platform === "linux")("messages that cannot be written do not change the output", () => {
  const script = `"${process.execPath}" "${COMMAND}" compare A B 2> /dev/full`;
  const { status, stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, expect.stringContaining("differ")]);
  const wrong = spawnSync("sh", ["-c", `"${process.execPath}" "${COMMAND}" truth "A &" 2> /dev/full`]);
  expect(wrong.status).toBe(2);
});

test.runIf(process.platform === "linux")("data that cannot be written is reported, in one line", () => {
  const { status, stderr } = spawnSync("sh", ["-c", `"${process.execPath}" "${COMMAND}" truth "A & B" > /dev/full`], {
    encoding: "utf8",
  });
  expect([status, stderr.trim()]).toEqual([7, expect.stringMatching(/^circuitgrade: the system refused: ENOSPC.*$/)]);
});

test.runIf(process.platform === "linux")("data that fits into a file only in part is reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "terminal-"));
  // The shell lets no file grow beyond 1,024 bytes: what fits is written, as on a full disk.
  const script = `trap '' XFSZ; ulimit -f 2; "${process.execPath}" "${COMMAND}" truth "A ^ B ^ C ^ D ^ E ^ F ^ G" --json > table.json`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
  expect(Number(execFileSync("stat", ["-c", "%s", join(folder, "table.json")], { encoding: "utf8" }))).toBeGreaterThan(
    0,
  );
  expect([status, stderr.trim()]).toEqual([5, expect.stringMatching(/^circuitgrade: the system refused: EFBIG/)]);
});
