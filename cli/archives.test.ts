import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import type { ReadRecord } from "../core/reading/record.ts";
import { loadSources } from "./results/page-sources.ts";
import { pagePng } from "./testdata/draw-pages.ts";
import { type GradingFolder, gradingFolder } from "./testdata/grading-folder.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy, and each run of the command loads the model. */
const PATIENCE = { timeout: 300_000 };

let work: GradingFolder;

beforeEach(async () => {
  work = await gradingFolder();
});

describe("ZIP files as input", PATIENCE, () => {
  test("grade takes the pages of a course system's download by their names, and refuses others with the reason", async () => {
    const inner = zipSync({ "photo.png": await pagePng(250) });
    const download = zipSync({
      "Cruz Ana_1_assignsubmission_file_/20240101_quiz[1].png": await pagePng(),
      "testbo_555_20240102_quiz[1] (1).png": await pagePng(240),
      "Dy Cai_3_assignsubmission_file_/20240103_quiz[1].zip": inner,
      "readme.txt": strToU8("words"),
    });
    await work.put("scans/download.zip", download);
    await work.put("scans/20240104_quiz[1].zip", inner);
    await work.put("scans/broken.zip", download.slice(0, 2000));
    const words = ["grade", "scans", "--task", "task.json", "--out", "out"];
    const { code, stderr } = await runInProcess(words, work.folder);
    expect(code).toBe(1);
    expect(stderr).toContain("Ignored, as they are not pages: scans/download.zip/readme.txt");
    const { files } = await work.results("out");
    expect(files.map(({ file, student_id, item, reasons }) => [file, student_id, item, reasons[0]?.code])).toEqual([
      ["scans/20240104_quiz[1].zip/photo.png", "20240104", 1, undefined],
      ["scans/broken.zip", null, null, "damaged-archive"],
      ["scans/download.zip/Cruz Ana_1_assignsubmission_file_/20240101_quiz[1].png", "20240101", 1, undefined],
      ["scans/download.zip/testbo_555_20240102_quiz[1] (1).png", "20240102", 1, undefined],
      ["scans/download.zip/Dy Cai_3_assignsubmission_file_/20240103_quiz[1].zip", "20240103", 1, "nested-archive"],
    ]);
    const pathsOf = await loadSources(join(work.folder, "out"));
    const unpacked = files.flatMap(({ sha256 }) => pathsOf(sha256)).filter((path) => path.includes("unpacked"));
    expect(unpacked).toHaveLength(3);
    for (const path of unpacked) expect((await readFile(path)).length).toBeGreaterThan(0);

    const again = await runInProcess([...words, "--resume"], work.folder);
    expect(again.stderr).toContain("Reused from an earlier run: pages of 3 of 5 files");

    // What a review shows outlives a run that is refused.
    const settled = "file,page,student_id,item,grade,comment,ignore,picture\nscans/broken.zip,1,,,3,,,sha256:a\n";
    await work.put("out/settled.csv", settled);
    expect((await runInProcess(words, work.folder)).code).toBe(2);
    for (const path of unpacked) expect((await readFile(path)).length).toBeGreaterThan(0);
  });

  test("copies compares the pages in them", async () => {
    await work.put(
      "quiz.zip",
      zipSync({ "20240101_quiz[1].png": await pagePng(), "20240102_quiz[1].png": await pagePng(250) }),
    );
    const { stderr } = await runInProcess(["copies", "quiz.zip"], work.folder);
    expect(stderr).toContain("2 drawings compared");
    expect(stderr).toContain(", 0 failed");
  });

  test("read shows their pages, and leaves nothing unpacked behind", async () => {
    await work.put("tmp/own", "");
    await work.put("a.zip", zipSync({ "../x/p.png": await pagePng() }));
    const { code, stdout } = await runInProcess(["read", "a.zip", "--json", "--annotate", "marked"], {
      cwd: work.folder,
      variables: { TMPDIR: join(work.folder, "tmp") },
    });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as ReadRecord).files.map(({ file, status }) => [file, status])).toEqual([
      ["a.zip/x/p.png", "read"],
    ]);
    expect(await readdir(join(work.folder, "marked/a/x"))).toEqual(["p.png"]);
    expect(await readdir(join(work.folder, "tmp"))).toEqual(["own"]);
  });

  test("netlist asks for one page of several", async () => {
    await work.put("two.zip", zipSync({ "a.png": await pagePng(), "b.png": await pagePng(240) }));
    const { code, stderr } = await runInProcess(["netlist", "two.zip", "--format", "json"], work.folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining("two.zip contains 2 files. Name one of them.")]);
  });
});
