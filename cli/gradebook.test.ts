import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { pagePng } from "./testdata/draw-pages.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

const STUDENTS = Array.from({ length: 60 }, (_, k) => String(20230000 + k));
const KEYS = [{ expression: "A & B", grade: 5 }];

let folder: string;

/**
 * Results as `grade` writes them, as far as gradebooks need them: student 2 has no grade yet, 3 handed in nothing, and
 * the grades of those in `doubtful` wait for a person.
 */
async function putResults({ doubtful = [] }: { doubtful?: readonly number[] } = {}): Promise<void> {
  const files = STUDENTS.map((student_id, k) => ({
    file: `${student_id}_quiz[1].png`,
    page: 1,
    student_id,
    item: 1,
    status: doubtful.includes(k) ? "review" : "graded",
    rows: [],
    comment: k === 4 ? "=cmd" : null,
  }));
  const students = STUDENTS.map((student_id, k) => {
    const grade = k === 2 || k === 3 ? null : k % 6;
    const file = k === 3 ? null : `${student_id}_quiz[1].png`;
    const items = [{ item: 1, file, page: file === null ? null : 1, grade }];
    return { student_id, name: `=Student ${k}`, status: "graded", items, total: k === 2 ? null : (grade ?? 0) };
  });
  const task = {
    schema_version: 1,
    id: "t",
    title: "Half adder",
    type: "quiz",
    items: [{ item: 1, keys: KEYS }],
    maximum: 5,
  };
  await mkdir(join(folder, "grades"));
  await writeFile(
    join(folder, "grades", "results.json"),
    JSON.stringify({ schema_version: 1, model: "m", task, files, students }),
  );
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradebook-"));
});

describe("circuitgrade gradebook", { timeout: 300_000 }, () => {
  test("a preview says what would be filled in, and writes nothing; another table is filled by its columns", async () => {
    await putResults();
    await writeFile(join(folder, "table.csv"), "Kennung;Punkte\r\n20230001;\r\n");
    const words = ["gradebook", "table.csv", "--results", "grades", "--out", "filled.csv"];
    const unknown = await runInProcess(words, folder);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("Say which column has the Student IDs"),
    ]);
    const named = [...words, "--id-column", "Kennung", "--column", "Punkte"];
    const { code, stderr } = await runInProcess([...named, "--preview"], folder);
    expect(code).toBe(1);
    expect(stderr).toContain('1 grade filled into "Punkte" (table)\nStudent IDs are in "Kennung"\nNothing was written');
    expect(await readdir(folder)).not.toContain("filled.csv");
    await runInProcess(named, folder);
    expect(await readFile(join(folder, "filled.csv"), "utf8")).toBe("Kennung;Punkte\r\n20230001;1\r\n");
  });

  test("fills a Canvas export of 60 students and reports who is left over", async () => {
    await putResults();
    const rows = [...STUDENTS.slice(1), "99999999"].map((id) => `"Name, ${id}",1,${id},,\r\n`).join("");
    const canvas = `\uFEFFStudent,ID,SIS User ID,Half adder (7),x\r\n    Points Possible,,,5,\r\n${rows}`;
    await writeFile(join(folder, "canvas.csv"), canvas);
    const words = ["gradebook", "canvas.csv", "--results", "grades", "--out", "filled.csv", "--json"];
    const { code, stdout, stderr } = await runInProcess(words, folder);
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect([report.filled, report.unmatched_students, report.ungraded]).toEqual([
      57,
      ["20230000"],
      ["20230002", "20230003"],
    ]);
    expect(stderr).toContain("row 62, Name, 99999999: matches no student");
    const filled = await readFile(join(folder, "filled.csv"), "utf8");
    expect(filled.split("\r\n").slice(0, 5)).toEqual([
      "\uFEFFStudent,ID,SIS User ID,Half adder (7),x",
      "    Points Possible,,,5,",
      '"Name, 20230001",1,20230001,1,',
      '"Name, 20230002",1,20230002,,',
      '"Name, 20230003",1,20230003,,',
    ]);
  });

  test("in a worksheet, a person's comment stays and is reported", async () => {
    await putResults();
    const rows = STUDENTS.filter((_, k) => k !== 2 && k !== 3).map((id, k) => {
      return `${id},,${k === 0 ? "Retake on Monday" : k === 1 ? "Item 1: 5 of 5." : ""}\n`;
    });
    await writeFile(join(folder, "moodle.csv"), `ID number,Grade,Feedback comments\n${rows.join("")}`);
    const words = ["gradebook", "moodle.csv", "--results", "grades", "--out", "filled.csv"];
    const { code, stderr } = await runInProcess(words, folder);
    expect(code).toBe(1);
    expect(stderr).toContain("! row 2, 20230000: a person wrote its comment; it stays");
    expect(stderr).toContain("row 3, 20230001: Item 1: 5 of 5. became Item 1: 1 of 5.");
    const filled = parse(await readFile(join(folder, "filled.csv"))) as string[][];
    expect(filled.slice(1, 3)).toEqual([
      ["20230000", "0", "Retake on Monday"],
      ["20230001", "1", "Item 1: 1 of 5."],
    ]);
  });

  test("without a gradebook, plain CSV is written to stdout, formulas escaped", async () => {
    await putResults();
    const { code, stdout } = await runInProcess(["gradebook", "--results", "grades"], folder);
    const lines = parse(stdout) as string[][];
    expect(code).toBe(0);
    expect(lines).toHaveLength(61);
    expect(lines[0]).toEqual(["student_id", "name", "item_1", "total", "maximum", "feedback"]);
    expect(lines[5]).toEqual(["20230004", "'=Student 4", "4", "4", "5", "Item 1: 4 of 5. =cmd"]);
    // Nothing handed in is no 0, as in the web.
    expect(lines[4]).toEqual(["20230003", "'=Student 3", "", "", "5", ""]);
  });

  test("with --json it is one object, and --column is refused", async () => {
    await putResults();
    const { code, stdout } = await runInProcess(["gradebook", "--results", "grades", "--json"], folder);
    const { students, ...rest } = JSON.parse(stdout);
    expect([code, rest]).toEqual([
      0,
      { schema_version: 1, title: "Half adder", items: [1], maximum: 5, unconfirmed: [] },
    ]);
    const feedback = "Item 1: 4 of 5. =cmd";
    expect(students[4]).toEqual({ student_id: "20230004", name: "=Student 4", grades: [4], total: 4, feedback });
    const column = await runInProcess(["gradebook", "--results", "grades", "--column", "Quiz"], folder);
    expect([column.code, column.stderr]).toEqual([2, expect.stringContaining("name its file, too.")]);
  });

  test("points that nobody has confirmed stay out, unless they are asked for", async () => {
    await putResults({ doubtful: [4] });
    const rows = STUDENTS.filter((_, k) => k !== 2 && k !== 3).map((id) => `${id},,\n`);
    await writeFile(join(folder, "moodle.csv"), `ID number,Grade,Feedback comments\n${rows.join("")}`);
    const words = ["gradebook", "moodle.csv", "--results", "grades", "--out", "out/filled.csv"];
    const out = () => readFile(join(folder, "out", "filled.csv"), "utf8");

    const without = await runInProcess(words, folder);
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("57 grades filled") });
    expect(without.stderr).toContain("! 20230004 is left out: item 1 needs review\n! Not confirmed: 1 student.");
    expect(await out()).toContain("\n20230004,,\n");
    expect(await readdir(join(folder, "out"))).toEqual(["filled.csv"]);

    const including = await runInProcess([...words, "--include-unconfirmed"], folder);
    expect(including).toMatchObject({ code: 1, stderr: expect.stringContaining("58 grades filled") });
    expect(including.stderr).toContain(`! The points of 1 student are not confirmed: out/filled-unconfirmed.csv lists`);
    expect(await out()).toContain("\n20230004,4,");
    expect(parse(await readFile(join(folder, "out", "filled-unconfirmed.csv")))).toEqual([
      ["student_id", "name", "total", "maximum", "reasons"],
      ["20230004", "'=Student 4", "4", "5", "item 1 needs review"],
    ]);

    const plain = await runInProcess(["gradebook", "--results", "grades"], folder);
    expect([plain.code, (parse(plain.stdout) as string[][])[5]]).toEqual([
      1,
      ["20230004", "'=Student 4", "", "", "5", ""],
    ]);
  });

  test("rows that match nobody need a person", async () => {
    await putResults();
    const rows = STUDENTS.filter((_, k) => k !== 2 && k !== 3).map((id) => `${id},\n`);
    const words = ["gradebook", "moodle.csv", "--results", "grades", "--out", "filled.csv"];
    await writeFile(join(folder, "moodle.csv"), `ID number,Grade\n${rows.join("")}`);
    expect((await runInProcess(words, folder)).code).toBe(0);
    await writeFile(join(folder, "moodle.csv"), `ID number,Grade\n${rows.join("")}99999999,\n`);
    expect((await runInProcess(words, folder)).code).toBe(1);
  });

  test("a Canvas export in which every student is filled succeeds, with Canvas's own test student", async () => {
    await putResults();
    const rows = STUDENTS.filter((_, k) => k !== 2 && k !== 3).map((id) => `"Name, ${id}",1,${id},\r\n`);
    const canvas = `Student,ID,SIS User ID,Half adder (7)\r\n    Points Possible,,,5\r\n${rows.join("")}`;
    await writeFile(join(folder, "canvas.csv"), `${canvas}"Student, Test",9,,\r\n`);
    const words = ["gradebook", "canvas.csv", "--results", "grades", "--out", "filled.csv"];
    expect(await runInProcess(words, folder)).toMatchObject({ code: 0, stderr: expect.not.stringContaining("!") });
  });

  test("a missing file, or one that is not a gradebook, gives a clear message", async () => {
    expect(await runInProcess(["gradebook", "--results", "none"], folder)).toMatchObject({ code: 3 });
    await putResults();
    await writeFile(join(folder, "x.csv"), "a,b\n");
    const other = await runInProcess(["gradebook", "x.csv", "--results", "grades"], folder);
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("Its columns: a, b. Name them with --id-column and --column."),
    ]);
    expect((await runInProcess(["gradebook", "y.csv", "--results", "grades"], folder)).code).toBe(3);
  });
});

describe("circuitgrade feedback", { timeout: 300_000 }, () => {
  test("a graded batch gives each student a file with the annotated page", async () => {
    await mkdir(join(folder, "scans"));
    for (const id of STUDENTS.slice(0, 2)) await writeFile(join(folder, "scans", `${id}_quiz[1].png`), await pagePng());
    const task = { schema_version: 1, id: "t", title: "And", type: "quiz", items: [{ item: 1, keys: KEYS }] };
    await writeFile(join(folder, "task.json"), JSON.stringify(task));
    await runInProcess(["grade", "scans", "--task", "task.json"], folder);
    const html = await runInProcess(["feedback", "--results", "grades", "--out", "html", "--format", "html"], folder);
    expect(html.stderr).toContain("Feedback for 2 students");
    const htmls = async () => (await readdir(join(folder, "html"))).filter((name) => name.endsWith(".html"));
    expect(await htmls()).toEqual(["20230000.html", "20230001.html"]);
    const page = await readFile(join(folder, "html", "20230000.html"), "utf8");
    expect(page).toContain("data:image/jpeg;base64,");
    await runInProcess(["feedback", "--results", "grades", "--out", "pdf"], folder);
    expect((await readFile(join(folder, "pdf", "20230001.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
    const words = ["feedback", "--results", "grades", "--out", "pdf", "--format", "one-pdf"];
    const { stderr } = await runInProcess(words, folder);
    expect(stderr).toContain(`${join("pdf", "20230001.pdf")} was removed: it was of another format`);
    const pdfs = (await readdir(join(folder, "pdf"))).filter((name) => name.endsWith(".pdf"));
    expect(pdfs).toEqual(["feedback.pdf"]);

    const results = JSON.parse(await readFile(join(folder, "grades", "results.json"), "utf8"));
    results.files[0].status = "review";
    await writeFile(join(folder, "grades", "results.json"), JSON.stringify(results));
    const held = await runInProcess(["feedback", "--results", "grades", "--out", "html", "--format", "html"], folder);
    expect([held.code, await htmls()]).toEqual([1, ["20230001.html"]]);
    expect(held.stderr).toContain(
      `${join("html", "20230000.html")} was removed: its student's points are not confirmed`,
    );
    const all = ["feedback", "--results", "grades", "--out", "html", "--format", "html", "--include-unconfirmed"];
    expect((await runInProcess(all, folder)).code).toBe(1);
    expect(await htmls()).toEqual(["20230000.html", "20230001.html"]);
    expect(await readFile(join(folder, "html", "unconfirmed.csv"), "utf8")).toContain("20230000,");

    await writeFile(join(folder, "pages.csv"), "file,page,student_id,item\nscans/20230001_quiz[1].png,1,20230002,1\n");
    await runInProcess(["grade", "scans", "--task", "task.json", "--assign", "pages.csv", "--resume"], folder);
    const again = await runInProcess(["feedback", "--results", "grades", "--out", "html", "--format", "html"], folder);
    expect(again.stderr).toContain(
      `${join("html", "20230001.html")} was removed: its student has no feedback any more`,
    );
    expect(await htmls()).toEqual(["20230000.html", "20230002.html"]);
  });
});
