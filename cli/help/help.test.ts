import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { buildProgram } from "../main.ts";
import { runInProcess } from "../testdata/run-in-process.ts";
import { fullName, leafCommands, shownOptions } from "./command-tree.ts";
import { completionScript, SHELLS } from "./completion.ts";
import { EXAMPLES } from "./examples.ts";
import { manPage } from "./man-page.ts";

const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
const commands = leafCommands(program);

/** What bash would complete after these words. */
function completed(...words: string[]): string[] {
  const line = ["circuitgrade", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${completionScript(program, "bash")}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _circuitgrade; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
}

test("every command has examples, of commands and options that there are", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(commands.map(fullName).sort());
  for (const command of commands) {
    const flags = [...shownOptions(command), ...shownOptions(program)].map(({ long }) => long);
    for (const { words, does } of EXAMPLES[fullName(command)]!) {
      expect(words.startsWith(`${fullName(command)} `), words).toBe(true);
      for (const flag of words.match(/--[a-z-]+/g) ?? []) expect(flags, words).toContain(flag);
      for (const option of command.options) if (option.mandatory) expect(words, words).toContain(option.long);
      expect(does).not.toBe("");
    }
  }
});

test.each([
  [["grade"], "(circuitgrade grade --help says how it is used)"],
  [["user", "create"], "(circuitgrade user create --help says how it is used)"],
  [["grad"], "(circuitgrade --help lists the commands)"],
])("a mistake in %j names the help that is needed", async (words, hint) => {
  const { code, stderr } = await runInProcess(words, ".");
  expect([code, stderr.trimEnd().split("\n").at(-1)]).toEqual([2, hint]);
});

test("bash completes commands, groups, options and choices", () => {
  expect(completed("gra")).toEqual(["grade", "gradebook"].filter((name) => completed("gra").includes(name)));
  expect(completed("gra")).toContain("gradebook");
  expect(completed("user", "cr")).toEqual(["create"]);
  expect(completed("user", "create", "a@b", "--na")).toEqual(["--name"]);
  expect(completed("grade", "scans", "--resu")).toEqual(["--resume"]);
  expect(completed("grade", "scans", "--ver")).toEqual(["--verbose"]);
  expect(completed("feedback", "--format", "")).toEqual(["pdf", "html", "one-pdf"]);
  expect(completed("completion", "z")).toEqual(["zsh"]);
  // A value of an option is a file, not another option.
  expect(completed("grade", "--task", "--ro")).toEqual([""]);
});

test("each shell's script names every command and every option", () => {
  for (const shell of SHELLS) {
    const script = completionScript(program, shell);
    for (const command of commands) {
      expect(script, shell).toContain(command.name());
      for (const { long } of shownOptions(command)) expect(script, `${shell} ${long}`).toContain(long!.slice(2));
    }
  }
});

test("the man page has every command, option, example and exit code, and man can show it", () => {
  const page = manPage(program, { version: "1.2.3" });
  expect(page).toContain('.SS "grade path ..."');
  expect(page).toContain("\\-\\-include\\-unconfirmed");
  expect(page).toContain(".B 7\nthe disk is full");
  expect(page).not.toMatch(/^['.](?!TH|SH|SS|B|I|TP|PP|RS|RE|nf|fi)/m);
  const shown = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-P-cbou"], { input: page, encoding: "utf8" });
  // Where there is no groff the checks above must do.
  if (shown.error !== undefined) return;
  expect([shown.status, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toContain('circuitgrade truth "A ^ B | (C & ~A)"');
  expect(shown.stdout.replace(/\s+/g, " ")).toContain("the pages that an earlier run into the same folder has read");
});
