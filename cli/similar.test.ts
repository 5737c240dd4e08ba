import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { readSample } from "../core/testdata/sample-pages.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "similar-"));
});

async function put(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), readSample(`pages/${name}`));
}

describe("circuitgrade similar", { timeout: 300_000 }, () => {
  test("finds the copy of a drawing, whatever its size and format, and nothing else", async () => {
    await put("20230001_quiz[1].png", "20230007_quiz[1].png");
    const original = sharp(readSample("pages/20230001_quiz[1].png"));
    const { width = 0 } = await original.metadata();
    const copy = original.resize({ width: Math.round(0.97 * width) }).jpeg({ quality: 92 });
    await copy.toFile(join(folder, "20230099_quiz[1].jpg"));
    await writeFile(join(folder, "20230098_quiz[1].png"), "no picture");
    const { code, stdout, stderr } = await runInProcess(["similar", ".", "--json"], folder);
    const { groups, failed, margin } = JSON.parse(stdout);
    expect(margin).toBe(5);
    expect(groups).toEqual([{ files: ["20230001_quiz[1].png", "20230099_quiz[1].jpg"], score: expect.any(Number) }]);
    expect(groups[0].score).toBeGreaterThan(0.4);
    expect(failed).toEqual([{ file: "20230098_quiz[1].png", message: expect.stringContaining("not a PNG") }]);
    expect(stderr).toContain("1 group");
    expect(code).toBe(1);
  });

  test("says so if there are no similarities, with exit code 0", async () => {
    await put("20230001_quiz[1].png", "20230007_quiz[1].png");
    const { code, stdout } = await runInProcess(["similar", ".", "--quiet"], folder);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "No similarities found.\n" });
  });

  test("an invalid margin is a usage error", async () => {
    await put("20230001_quiz[1].png");
    const { code, stderr } = await runInProcess(["similar", ".", "--margin", "x"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("Expected 0 to 100.");
  });
});
