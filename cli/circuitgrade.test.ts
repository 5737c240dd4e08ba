import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { ReadRecord } from "../core/reading/record.ts";
import { parseQrText } from "../core/template/parse-qr-text.ts";
import { buildProgram } from "./main.ts";
import { pagePng } from "./testdata/draw-pages.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy. */
const PATIENCE = { timeout: 300_000 };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "command-"));
});

describe("circuitgrade", PATIENCE, () => {
  test.each([[[]], [["nonsense"]], [["truth"]], [["truth", "A", "B"]], [["read", "--what", "x"]]])(
    "%j is a usage error",
    async (words) => {
      const { code, stdout, stderr } = await runInProcess(words, folder);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).not.toBe("");
    },
  );

  test("a mistyped command or option gets a suggestion, before what is missing is asked for", async () => {
    const ends = await Promise.all(
      [["grad"], ["grade", "scans", "--taks", "t.json"], ["grade", "scans", "--task", "t", "--rooster", "r"]].map(
        (words) => runInProcess(words, folder),
      ),
    );
    expect(ends.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(ends.map(({ stderr }) => /Did you mean (.*)\?/.exec(stderr)?.[1])).toEqual(["grade", "--task", "--roster"]);
    const missing = await runInProcess(["grade", "scans", "--roster", "r"], folder);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("required option '--task")]);
  });

  test("defaults come from the user's file, and --verbose names it", async () => {
    const config = join(folder, "config.json");
    await writeFile(config, JSON.stringify({ truth: { json: true } }));
    const where = { cwd: folder, variables: { CIRCUITGRADE_CONFIG: config } };
    const { stdout, stderr } = await runInProcess(["truth", "A", "--verbose"], where);
    expect(JSON.parse(stdout)).toMatchObject({ expression: "A" });
    expect(stderr).toBe(`Defaults: ${config}\n`);
  });

  test("help and version go to stdout", async () => {
    const help = await runInProcess(["grade", "--help"], folder);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("--resume");
    const all = await runInProcess(["--help"], folder);
    expect(all.stdout).toContain("Exit codes:\n  0    all processed; compare: the same function\n  1    done, but");
    expect((await runInProcess(["--version"], folder)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("help of a command in a group is that command's, and no line is wider than a terminal", async () => {
    const { code, stdout } = await runInProcess(["help", "user", "create"], folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Usage: circuitgrade user create [options] <email>")]);
    const group = await runInProcess(["user", "--help"], folder);
    expect(group.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("an ID that is none is refused before a server is asked", async () => {
    const { code, stderr } = await runInProcess(["student", "show", "2023001"], folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Expected 8 digits.")]);
  });

  test.each([
    ["help", "nope"],
    ["help", "user", "nope"],
  ])("%s %s %s names what it does not know", async (...words) => {
    const { code, stdout, stderr } = await runInProcess(words.filter(Boolean), folder);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("unknown command 'nope'");
  });

  test("the help says which options must be given", () => {
    const program = buildProgram({ workerUrl: new URL("file:///") }, () => undefined);
    for (const command of program.commands) {
      const named = command.options.filter(({ mandatory }) => mandatory);
      expect(command.helpInformation().match(/\(required\)/g) ?? [], command.name()).toHaveLength(named.length);
    }
    const [netlist] = program.commands.filter((command) => command.name() === "netlist");
    expect(netlist?.helpInformation()).toMatch(/"asc",\s+"verilog", "json"\) \(required\)/);
  });

  test("truth prints the table", async () => {
    const { code, stdout, stderr } = await runInProcess(["truth", "A ^ B"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe("A B │ A ⊕ B\n────┼──────\n0 0 │ 0\n0 1 │ 1\n1 0 │ 1\n1 1 │ 0\n");
    const json = await runInProcess(["truth", "~(X1 & B)", "--json"], folder);
    expect(JSON.parse(json.stdout)).toEqual({
      schema_version: 1,
      expression: "~(A & B)",
      inputs: ["A", "B"],
      truth_table: ["001", "011", "101", "110"],
    });
  });

  test("truth takes expressions as people type them", async () => {
    const { stdout } = await runInProcess(["truth", "ab' + a'B"], folder);
    expect(stdout).toBe((await runInProcess(["truth", "A & ~B | ~A & B"], folder)).stdout);
    expect(stdout.split("\n")[0]).toBe("A B │ A ⋅ ¬B + ¬A ⋅ B");
    expect(await runInProcess(["compare", "(A ⊕ B)'", "!A && !B || a*b"], folder)).toMatchObject({ code: 0 });
  });

  test("truth says what is wrong with an expression, and where", async () => {
    const wrong = await runInProcess(["truth", "A ^"], folder);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toBe("circuitgrade: cannot parse the expression:\n  A ^\n     ^ expected an operand\n");
    const long = await runInProcess(["truth", `${"A | ".repeat(2000)}§`], folder);
    expect(long.stderr).toBe(
      `circuitgrade: cannot parse the expression:\n  …${"A | ".repeat(15).slice(1)}§\n${" ".repeat(62)}^ unexpected character "§"\n`,
    );
    const letters = Array.from({ length: 21 }, (_, index) => `V${index}`).join(" & ");
    expect(await runInProcess(["truth", letters], folder)).toMatchObject({ code: 2 });
  });

  test("compare reports equivalence by its exit code and shows the first differing row", async () => {
    expect(await runInProcess(["compare", "A & B", "~(~A | ~B)"], folder)).toEqual({
      code: 0,
      stdout: "equivalent\n",
      stderr: "",
    });
    const different = await runInProcess(["compare", "A & B", "A | B"], folder);
    expect(different.code).toBe(1);
    expect(different.stdout).toBe("different, first at A=0 B=1:\n  A ⋅ B = 0\n  A + B = 1\n");
    const json = await runInProcess(["compare", "A", "~A", "--json"], folder);
    expect(JSON.parse(json.stdout)).toMatchObject({ equivalent: false, first_difference: { inputs: { A: 0 } } });
  });

  test("a template's pages carry QR codes that the command reads back", async () => {
    const items = [1, 2].map((item) => ({ item, keys: [{ expression: "A", grade: 1 }] }));
    const task = { schema_version: 1, id: "t 1", title: "Half adder", type: "quiz", terminals: true, items };
    await writeFile(join(folder, "task.json"), JSON.stringify(task));
    const made = await runInProcess(["template", "--task", "task.json", "--out", "deep/template.pdf"], folder);
    expect(made).toMatchObject({ code: 0, stdout: "" });
    const read = await runInProcess(["read", "deep/template.pdf", "--json"], folder);
    const { files } = JSON.parse(read.stdout) as ReadRecord;
    expect(files.map(({ qr }) => parseQrText(qr ?? ""))).toMatchObject([
      { taskId: "t 1", item: 1, terminals: { outputs: ["OUT 1"] } },
      { taskId: "t 1", item: 2, terminals: { outputs: ["OUT 1"] } },
    ]);
  });

  test("a template has the items' questions, with pictures from next to the task.json", async () => {
    const question = { text: "Draw the inverse.", picture: "pictures/not.png" };
    const write = (asked: object) => {
      const items = [{ item: 1, keys: [{ expression: "~A", grade: 1 }], question: asked }];
      const task = { schema_version: 1, id: "t1", title: "Inverter", type: "quiz", items };
      return writeFile(join(folder, "task.json"), JSON.stringify(task));
    };
    const make = () => runInProcess(["template", "--task", "task.json", "--out", "asked.pdf"], folder);
    await write(question);
    expect(await make()).toMatchObject({ code: 3, stderr: expect.stringContaining("pictures/not.png does not exist") });
    await mkdir(join(folder, "pictures"));
    await writeFile(join(folder, "pictures", "not.png"), "no picture");
    expect(await make()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("The picture of item 1 is not one."),
    });
    await writeFile(join(folder, "pictures", "not.png"), await pagePng());
    expect(await make()).toMatchObject({ code: 0 });
    expect((await readFile(join(folder, "asked.pdf"))).includes("/Subtype /Image")).toBe(true);
    await write({ text: "1.\n".repeat(20) });
    expect(await make()).toMatchObject({
      code: 2,
      stderr: "circuitgrade: The question of item 1 does not fit on its sheet. Shorten it, or leave out its picture.\n",
    });
  });

  test("netlist writes each format, to stdout or into a file", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    const formats = { asc: /^Version 4/, verilog: /^module /m, json: /^\{/ };
    for (const [format, start] of Object.entries(formats)) {
      const { code, stdout, stderr } = await runInProcess(
        ["netlist", "a.png", "--format", format, "--out", "n.txt"],
        folder,
      );
      expect([0, 1], stderr).toContain(code);
      expect(stdout).toBe("");
      expect(await readFile(join(folder, "n.txt"), "utf8")).toMatch(start);
    }
    const printed = await runInProcess(["netlist", "a.png", "--format", "json"], folder);
    expect(printed.stdout).toBe(await readFile(join(folder, "n.txt"), "utf8"));
    const pageOf = (page: string) => runInProcess(["netlist", "a.png", "--format", "json", "--page", page], folder);
    expect(await pageOf("5000")).toMatchObject({
      code: 3,
      stderr: "circuitgrade: a.png has 1 page, no page 5000.\n",
    });
    expect(await pageOf("5001")).toMatchObject({ code: 2, stderr: expect.stringContaining("Expected 1 to 5000.") });
    await writeFile(join(folder, "b.png"), "no picture");
    expect(await runInProcess(["netlist", "b.png", "--format", "json"], folder)).toMatchObject({ code: 4, stdout: "" });
  });
});
