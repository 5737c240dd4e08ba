import { once } from "node:events";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { RESULT_FILES } from "./results/result-files.ts";
import { pagePng } from "./testdata/draw-pages.ts";
import { type GradingFolder, gradingFolder } from "./testdata/grading-folder.ts";
import { startCommand } from "./testdata/run-command.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

let work: GradingFolder;
let folder: string;

beforeEach(async () => {
  work = await gradingFolder();
  folder = work.folder;
});

async function putPages(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await work.put(`scans/${20230000 + index}_quiz[1].png`, await pagePng(255 - index));
  }
}

async function untilPagesRead(count: number): Promise<void> {
  const journal = join(folder, "broken", ".circuitgrade", "journal.jsonl");
  while (true) {
    const text = await readFile(journal, "utf8").catch(() => "");
    if (text.split("\n").length > count + 1) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// The machine may be busy, and each run of the command loads the model.
describe("circuitgrade grade, stopped in the middle", { timeout: 300_000 }, () => {
  test("Ctrl-C loses nothing: --resume gives the result of an uninterrupted run", async () => {
    const count = 12;
    await putPages(count);
    const words = ["grade", "scans", "--task", "task.json", "--jobs", "1", "--out"];
    const running = startCommand([...words, "broken"], folder);
    await untilPagesRead(2);
    running.process.kill("SIGINT");
    const interrupted = await running.ended;
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain("--resume");
    const partial = await work.results("broken");
    const unread = partial.files.filter(({ reasons }) => reasons.some(({ code }) => code === "interrupted"));
    expect(partial.files).toHaveLength(count);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.length).toBeLessThanOrEqual(count - 2);

    const journal = join(folder, "broken", ".circuitgrade", "journal.jsonl");
    const linesBefore = (await readFile(journal, "utf8")).trim().split("\n").length;
    const resumed = await runInProcess([...words, "broken", "--resume"], folder);
    const whole = await runInProcess([...words, "whole"], folder);
    expect(resumed.code).toBe(whole.code);
    expect(resumed.stderr).toContain(`Reused from an earlier run: pages of ${count - unread.length} of ${count} files`);
    const linesAfter = (await readFile(journal, "utf8")).split("\n").filter((line) => line !== "").length;
    expect(linesAfter - linesBefore).toBe(unread.length);
    for (const name of Object.values(RESULT_FILES)) {
      expect(await readFile(join(folder, "broken", name), "utf8"), name).toBe(
        await readFile(join(folder, "whole", name), "utf8"),
      );
    }
  });

  test("Ctrl-C still gives 130 if it also reaches the reader of the output", async () => {
    await putPages(6);
    const words = ["grade", "scans", "--task", "task.json", "--jobs", "1", "--json", "--out", "broken"];
    const running = startCommand(words, folder);
    await untilPagesRead(1);
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    const end = once(running.process, "exit");
    running.process.kill("SIGINT");
    expect(await end).toEqual([130, null]);
    expect((await work.results("broken")).files).toHaveLength(6);
  });

  test("two runs cannot write into one folder, and a killed one does not block it", async () => {
    await putPages(6);
    const words = ["grade", "scans", "--task", "task.json", "--jobs", "1", "--out", "broken"];
    const first = startCommand(words, folder);
    await untilPagesRead(1);
    const second = await runInProcess(words, folder);
    expect([second.code, second.stderr]).toEqual([
      2,
      "circuitgrade: Another grade, merge or review uses broken: wait until it ends, or end it with Ctrl-C.\n",
    ]);
    first.process.kill("SIGKILL");
    await first.ended;
    const third = await runInProcess([...words, "--resume"], folder);
    expect(third.stderr).toContain("Reused from an earlier run: pages of ");
    expect((await work.results("broken")).summary.graded + (await work.results("broken")).summary.review).toBe(6);
  });

  test.runIf(process.platform === "linux")("a full disk costs no page that was read", async () => {
    await putPages(1);
    await mkdir(join(folder, "out"));
    await symlink("/dev/full", join(folder, "out/grades.csv"));
    const words = ["grade", "scans", "--task", "task.json", "--out", "out"];
    const { code, stderr } = await runInProcess(words, folder);
    expect([code, stderr]).toEqual([
      7,
      expect.stringMatching(
        /The disk is full: free some space, then run the same command again\. With --resume it keeps the pages that it has read\.$/m,
      ),
    ]);
    await rm(join(folder, "out/grades.csv"));
    const resumed = await runInProcess([...words, "--resume"], folder);
    expect(resumed.stderr).toContain("Reused from an earlier run: pages of 1 of 1 files");
    expect((await work.results("out")).files).toHaveLength(1);
  });

  test("a second Ctrl-C ends it at once, without a crash", async () => {
    await putPages(6);
    const running = startCommand(["grade", "scans", "--task", "task.json", "--jobs", "2", "--out", "broken"], folder);
    await untilPagesRead(1);
    const end = once(running.process, "exit");
    running.process.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 30));
    running.process.kill("SIGINT");
    const [code, signal] = await end;
    // It may have been done in between.
    expect([130, "SIGINT"]).toContain(code ?? signal);
  });
});
