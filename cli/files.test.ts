import { mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "./files.ts";

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
