import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadResults } from "./load-results.ts";

test.each([
  "{",
  "{}",
  '{ "schema_version": 2, "files": [] }',
  '{ "schema_version": 1, "files": [{ "file": "a.png" }] }',
])("results that are not as this version writes them are refused with what to do: %s", async (text) => {
  const folder = await mkdtemp(join(tmpdir(), "results-"));
  await writeFile(join(folder, "results.json"), text);
  await expect(loadResults(folder)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("Grade again"),
  });
});
