import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyConfig, configPath } from "./config-file.ts";
import { buildProgram } from "./main.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "config-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The options of `grade` with the user's file and these words. */
async function optionsOf(config: unknown, ...words: string[]): Promise<Record<string, unknown>> {
  const path = join(folder, "circuitgrade", "config.json");
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, typeof config === "string" ? config : JSON.stringify(config));
  const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
  expect(applyConfig(program, { XDG_CONFIG_HOME: folder })).toBe(path);
  const grade = program.commands.find((command) => command.name() === "grade")!;
  let options = {};
  grade.action((_, own) => {
    options = own;
  });
  await program.parseAsync(["grade", "scans", ...words], { from: "user" });
  return options;
}

test("options have the file's defaults, also those that must be given, and words count before them", async () => {
  const config = { grade: { task: "quiz.json", jobs: 3, "hide-names": true, certainty: "99" }, read: {} };
  expect(await optionsOf(config)).toMatchObject({ task: "quiz.json", jobs: 3, hideNames: true, certainty: 99 });
  expect(await optionsOf(config, "--jobs", "1", "--task", "lab.json")).toMatchObject({ jobs: 1, task: "lab.json" });
});

test.each([
  ["{", "Not JSON"],
  ["[]", "An object of commands"],
  ['{ "grade": { "jobs": 1 },\n"grade": {} }', '"grade" is there twice (line 2), and only one would count: remove one'],
  [{ grad: {} }, 'there is no command "grad"'],
  [{ grade: { tasks: "x" } }, 'grade: there is no option "tasks"'],
  [{ grade: { jobs: 0 } }, "grade: jobs: Expected 1 to 1024."],
  [{ grade: { resume: "yes" } }, "grade: resume: true or false is needed"],
  [{ feedback: { format: "doc" } }, "feedback: format: one of pdf, html, one-pdf is needed"],
  [{ copies: { earlier: "out" } }, "copies: earlier: a list is needed"],
])("%j is refused: %s", async (config, words) => {
  await expect(optionsOf(config)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(words) });
});

test("the file need not be there, unless it is named", () => {
  const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
  expect(applyConfig(program, { XDG_CONFIG_HOME: folder })).toBeNull();
  expect(() => applyConfig(program, { CIRCUITGRADE_CONFIG: join(folder, "none.json") })).toThrow("ENOENT");
  expect(configPath({ CIRCUITGRADE_CONFIG: "x.json" })).toBe("x.json");
});
