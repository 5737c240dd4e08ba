import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { SMALL_POOLS } from "./small-pools.mjs";
import { COMMAND, type Ended, runCommand } from "./testdata/run-command.ts";

// The oldest version of Node that runs the command has no execve.
const EXECVE = "process.execve = (...call) => { console.log(JSON.stringify(call)); process.exit(0); }";
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(EXECVE)}`;

function start(words: readonly string[], variables = {}): Promise<Ended> {
  return runCommand(words, { cwd: tmpdir(), variables: { NODE_OPTIONS, ...variables } });
}

describe.runIf(process.platform === "linux")("small pools", { timeout: 300_000 }, () => {
  test("a batch replaces itself by the same program with other variables", async () => {
    const { stdout } = await start(["--verbose", "grade", "my scans"]);
    const [program, [, ...words], variables] = JSON.parse(stdout) as [string, string[], object];
    expect([program, ...words]).toEqual([process.execPath, COMMAND, "--verbose", "grade", "my scans"]);
    expect(variables).toMatchObject({ NODE_OPTIONS, PATH: process.env.PATH, ...SMALL_POOLS });
  });

  test("what its user has set stays", async () => {
    const { stdout } = await start(["grade"], { MALLOC_ARENA_MAX: "1" });
    expect(JSON.parse(stdout)[2]).toMatchObject({ ...SMALL_POOLS, MALLOC_ARENA_MAX: "1" });
  });

  test("not a second time, and no other command", async () => {
    expect(await start(["grade"], SMALL_POOLS)).toMatchObject({ code: 2, stdout: "" });
    expect(await start(["truth", "A"])).toMatchObject({ code: 0, stdout: expect.stringContaining("A") });
  });
});

test("the one-file build starts with the same", async () => {
  const script = await readFile(".ci/package/start.sh", "utf8");
  for (const [name, value] of Object.entries(SMALL_POOLS))
    expect(script).toContain(`export ${name}="\${${name}:-${value}}"`);
});
