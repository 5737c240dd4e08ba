import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hashFile, MOST_BYTES, makeFolder, writeWhole } from "./files.ts";
import { COMMAND } from "./testdata/run-command.ts";

describe("makeFolder", () => {
  it("creates a folder and its parents, and the same again", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "files-")), "a", "b", "c");
    await Promise.all([makeFolder(folder), makeFolder(folder)]);
    await makeFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it("says so if a file is in the way", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "files-")), "notes.txt");
    await writeFile(file, "");
    await expect(makeFolder(file)).rejects.toThrow(`${file} is a file. Name a folder.`);
    await expect(makeFolder(join(file, "a", "b"))).rejects.toThrow(`${file} is a file. Name a folder.`);
  });

  it.runIf(process.platform === "linux")("ends if the system lets nobody create folders", async () => {
    await expect(makeFolder("/proc/circuitgrade/results")).rejects.toThrow("ENOENT");
  });
});

describe("writeWhole", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "files-"));
  });

  it("writes a file whose name is as long as names may be", async () => {
    const name = `${"x".repeat(251)}.csv`;
    await writeWhole(join(folder, name), "text");
    expect(await readdir(folder)).toEqual([name]);
  });

  it("does not write over a folder", async () => {
    await expect(writeWhole(folder, "text")).rejects.toThrow(`${folder} is a folder. Name a file.`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("writes one file many times at once, as workers do with pages of the same bytes", async () => {
    const path = join(folder, "page.jpg");
    await Promise.all(Array.from({ length: 40 }, () => writeWhole(path, "picture")));
    expect(await readFile(path, "utf8")).toBe("picture");
    expect(await readdir(folder)).toEqual(["page.jpg"]);
  });

  it.runIf(process.platform !== "win32").each([
    ["there is", "old"],
    ["will be", null],
  ])("follows links to the file that %s", async (_, before) => {
    const [target, link, outer] = ["target.csv", "link.csv", "outer.csv"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    if (before !== null) await writeFile(target, before);
    await symlink("target.csv", link);
    await symlink(link, outer);
    await writeWhole(outer, "new");
    expect([(await lstat(link)).isSymbolicLink(), (await lstat(outer)).isSymbolicLink()]).toEqual([true, true]);
    expect(await readFile(target, "utf8")).toBe("new");
    expect((await readdir(folder)).sort()).toEqual(["link.csv", "outer.csv", "target.csv"]);
  });

  it.runIf(process.platform === "linux")("writes into a pipe, and leaves it a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    const [text] = await Promise.all([readFile(pipe, "utf8"), writeWhole(pipe, "grades")]);
    expect(text).toBe("grades");
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  it.runIf(process.platform === "linux")("adds to the file that stdout is, as a shell's >> has it", () => {
    const script = `"${process.execPath}" "${COMMAND}" template --task task.json --out /dev/stdout >> all.pdf`;
    writeFileSync(join(folder, "all.pdf"), "before\n");
    writeFileSync(
      join(folder, "task.json"),
      JSON.stringify({
        schema_version: 1,
        id: "t1",
        title: "Quiz",
        type: "quiz",
        items: [{ item: 1, keys: [{ expression: "A", grade: 1 }] }],
      }),
    );
    execFileSync("sh", ["-c", script], { cwd: folder, stdio: "pipe" });
    expect(readFileSync(join(folder, "all.pdf"), "latin1")).toMatch(/^before\n%PDF/);
  });
});

it.runIf(process.platform === "linux")("a pipe that nobody fills has no hash, and does not block", async () => {
  const pipe = join(await mkdtemp(join(tmpdir(), "files-")), "page.png");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  expect(await hashFile(pipe)).toBeNull();
});

it("a file that is larger than any page has no hash", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "files-")), "page.png");
  await writeFile(file, "");
  await truncate(file, MOST_BYTES + 1);
  expect(await hashFile(file)).toBeNull();
});
