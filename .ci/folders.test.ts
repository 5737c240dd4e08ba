import { execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";
import { expect, it } from "vitest";

/** So many files of code a reader can survey in one folder. */
const MOST_FILES = 15;

it("has folders of at most 15 files of code", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const folders = filesByFolder(files.split("\n"));
  expect(folders.size).toBeGreaterThan(100);
  expect([...folders].filter(([, names]) => names.length > MOST_FILES)).toEqual([]);
});

it("counts neither tests nor styles", () => {
  expect(filesByFolder(["ui/a.ts", "ui/a.test.ts", "ui/a.css", "ui/b/c.tsx", "models/test_d.py", "README.md"])).toEqual(
    new Map([
      ["ui", ["a.ts"]],
      ["ui/b", ["c.tsx"]],
    ]),
  );
});

/** The names of the files of code in each folder, without tests. */
function filesByFolder(paths: readonly string[]): Map<string, string[]> {
  const code = paths.filter((path) => /\.(tsx?|mjs|py)$/.test(path) && !/\.test\.tsx?$|(^|\/)test_\w+\.py$/.test(path));
  const folders = new Map<string, string[]>();
  for (const path of code) {
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), basename(path)]);
  }
  return folders;
}
