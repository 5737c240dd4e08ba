import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Running, startCommand } from "../testdata/run-command.ts";
import { THRESHOLD } from "./steady-memory.mjs";

const [[NAME = "", BYTES = ""] = []] = Object.entries(THRESHOLD);

/** The machine may be busy. */
const PATIENCE = { timeout: 20_000 };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "steady-"));
  execFileSync("sh", ["-c", 'mkfifo "$0"', join(folder, "task.json")]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The process that a process has started, and its environment. */
async function readerOf(pid: number): Promise<{ pid: number; environment: string[] }> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const reader = Number.parseInt(children, 10);
  return { pid: reader, environment: (await readFile(`/proc/${reader}/environ`, "utf8")).split("\0") };
}

/** A letter as `ps` shows it: S sleeping, T stopped, Z ended. */
async function stateOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "State: Z");
  return /^State:\s+(\w)/m.exec(text)?.[1] ?? "";
}

describe.runIf(process.platform === "linux")(
  "a command that reads many pages reads them under glibc's setting, and",
  { timeout: 60_000 },
  () => {
    let command: Running;
    let launcher: number;
    let reader: number;

    beforeEach(async () => {
      // Its task never comes.
      command = startCommand(["grade", "pages", "--task", "task.json"], folder);
      launcher = command.process.pid ?? 0;
      await expect
        .poll(() => readerOf(launcher).catch(() => null), PATIENCE)
        .toMatchObject({ environment: expect.arrayContaining([`${NAME}=${BYTES}`]) });
      reader = (await readerOf(launcher)).pid;
      await expect.poll(() => stateOf(launcher), PATIENCE).toBe("S");
    });
    afterEach(() => void command.process.kill("SIGKILL"));

    test.each(["SIGHUP", "SIGKILL"] as const)("ends by %s, and leaves nothing behind", async (signal) => {
      command.process.kill(signal);
      await command.ended;
      expect(command.process.signalCode).toBe(signal);
      await expect.poll(() => stateOf(reader), PATIENCE).toBe("Z");
    });

    test("stops and goes on with its terminal", async () => {
      command.process.kill("SIGTSTP");
      for (const pid of [reader, launcher]) await expect.poll(() => stateOf(pid), PATIENCE).toBe("T");
      command.process.kill("SIGCONT");
      for (const pid of [reader, launcher]) await expect.poll(() => stateOf(pid), PATIENCE).toBe("S");
    });
  },
);

test("the one-file build's start has the same setting", async () => {
  const script = await readFile(new URL("../../.ci/package/start.sh", import.meta.url), "utf8");
  expect(script).toContain(`\nexport ${NAME}="\${${NAME}:-${BYTES}}"\n`);
});
