import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashFile, makeFolder, writeWhole } from "./files.ts";

describe("makeFolder", () => {
  it("makes a folder, those it lies in, and the same again", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "files-")), "a", "b", "c");
    await Promise.all([makeFolder(folder), makeFolder(folder)]);
    await makeFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it("says so where a file stands in the way", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "files-")), "notes.txt");
    await writeFile(file, "");
    await expect(makeFolder(file)).rejects.toThrow(`${file} is a file. Name a folder.`);
    await expect(makeFolder(join(file, "a", "b"))).rejects.toThrow(`${file} is a file. Name a folder.`);
  });

  it.runIf(process.platform === "linux")("ends where the system lets nobody make folders", async () => {
    await expect(makeFolder("/proc/circuitgrade/results")).rejects.toThrow("ENOENT");
  });
});

it("a file is not written over a folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  await expect(writeWhole(folder, "text")).rejects.toThrow(`${folder} is a folder. Name a file.`);
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(process.platform === "linux")("a pipe that nobody fills has no hash, and holds nobody up", async () => {
  const pipe = join(await mkdtemp(join(tmpdir(), "files-")), "page.png");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  expect(await hashFile(pipe)).toBeNull();
});
