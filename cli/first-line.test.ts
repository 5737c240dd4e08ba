import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { COMMAND } from "./testdata/run-command.ts";

test("the file of the command starts by itself, with the setting of memory that the one-file build has", async () => {
  expect(execFileSync(COMMAND, ["--version"], { encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+/);
  const [firstLine = ""] = (await readFile(COMMAND, "utf8")).split("\n", 1);
  const [, name, bytes] = /^#!\/usr\/bin\/env -S (\w+)=(\d+) node$/.exec(firstLine) ?? [];
  const start = await readFile(new URL("../.ci/package/start.sh", import.meta.url), "utf8");
  expect(start).toContain(`\nexport ${name}="\${${name}:-${bytes}}"\n`);
});
