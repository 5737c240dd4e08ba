import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { writeDrawings } from "../core/similarity/copies/drawings-file.ts";
import { makeCopiedClass } from "../core/testdata/copied-class/make-class.ts";
import { QUESTIONS } from "../core/testdata/copied-class/questions.ts";
import { readSample } from "../core/testdata/sample-pages.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copies-"));
});

/** A class's drawings as `grade` keeps them, one student each. */
function classOf(count: number, copies: number, seed: string) {
  const question = QUESTIONS.find(({ name }) => name === "decoder of two")!;
  const made = makeCopiedClass(question, { independent: count, copies, seed });
  const names = new Map(made.drawings.map(({ id }, index) => [id, `${20230000 + index}_quiz[1].png`]));
  const drawings = made.drawings.map(({ id, author: _, ...circuit }, index) => {
    return { file: names.get(id)!, page: 1, student_id: String(20230000 + index), item: 1, sha256: "", circuit };
  });
  return { drawings, pairs: made.copies.map((pair) => pair.map((id) => names.get(id)!).sort()) };
}

async function keep(name: string, drawings: Parameters<typeof writeDrawings>[0]): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "drawings.json"), writeDrawings(drawings));
}

describe("circuitgrade copies", { timeout: 300_000 }, () => {
  test("finds planted copies among 60 students' kept drawings; writes CSV, the side-by-side page and its own", async () => {
    const { drawings, pairs } = classOf(60, 5, "command");
    await keep("term", drawings);
    const { code, stdout, stderr } = await runInProcess(["copies", "term", "--json", "--out", "out"], folder);
    const { items } = JSON.parse(stdout);
    const found = items[0].pairs.map(({ files }: { files: string[] }) => [...files].sort());
    expect(code).toBe(1);
    expect(found).toEqual(expect.arrayContaining(pairs));
    expect(found.length).toBeLessThanOrEqual(pairs.length + 1);
    expect(stderr).toContain("65 drawings compared");
    const [header, ...lines] = parse(await readFile(join(folder, "out", "copies.csv"))) as string[][];
    expect(header?.slice(0, 5)).toEqual(["item", "student_a", "drawing_a", "student_b", "drawing_b"]);
    expect(lines).toHaveLength(found.length);
    const html = await readFile(join(folder, "out", "copies.html"), "utf8");
    expect(html.match(/data:image\/svg\+xml/g)).toHaveLength(found.length);
    expect(await readFile(join(folder, "out", "drawings.json"), "utf8")).toBe([...writeDrawings(drawings)].join(""));
  });

  test("a drawing of an earlier term is found, regardless of who had that number then", async () => {
    const { drawings } = classOf(60, 0, "earlier");
    await keep("then", drawings.slice(0, 20));
    await keep("now", [...drawings.slice(20), { ...drawings[3]!, file: "20230003_quiz[1].png" }]);
    await writeFile(join(folder, "20220001_quiz[1].png"), "no picture");
    const words = ["copies", "now", "--earlier", "then", "20220001_quiz[1].png"];
    const { code, stdout, stderr } = await runInProcess(words, folder);
    expect(stderr).toContain("! 20220001_quiz[1].png: The file is not");
    expect(code).toBe(1);
    expect(stdout).toContain("20230003_quiz[1].png  then: 20230003_quiz[1].png  100 % alike");
  });

  test("tells drawings of two sections apart whose files have the same names", async () => {
    const { drawings } = classOf(40, 0, "sections");
    const stack = drawings.map((each, index) => ({ ...each, file: "stack.pdf", page: (index % 20) + 1 }));
    await keep("a", stack.slice(0, 20));
    await keep("b", [...stack.slice(20, 39), { ...stack[39]!, circuit: stack[3]!.circuit }]);
    const { stdout } = await runInProcess(["copies", "a", "b", "--json", "--out", "both"], folder);
    const names = ["a: stack.pdf, page 4", "b: stack.pdf, page 20"];
    expect(JSON.parse(stdout).items[0].pairs[0]).toMatchObject({ files: names, likeness: 1 });
    const again = await runInProcess(["copies", "both"], folder);
    expect(again.stdout).toContain(`${names.join("  ")}  100 % alike`);
  });

  test("pages are read if nothing is kept; says so if there are no copies", async () => {
    const names = ["20230001_quiz[1].png", "20230007_quiz[1].png"];
    for (const name of names) await writeFile(join(folder, name), readSample(`pages/${name}`));
    await writeFile(join(folder, "20230098_quiz[1].png"), "no picture");
    const { code, stdout, stderr } = await runInProcess(["copies", "."], folder);
    expect(stdout).toBe("No copies found.\n");
    expect(stderr).toContain("2 drawings compared, 0 pairs look copied, 1 failed");
    expect(code).toBe(1);
  });

  test("a broken file of drawings and a wrong number are reported", async () => {
    await keep("term", []);
    await writeFile(join(folder, "term", "drawings.json"), "{}");
    const broken = await runInProcess(["copies", "term"], folder);
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("schema_version")]);
    expect((await runInProcess(["copies", ".", "--chance", "0"], folder)).code).toBe(2);
  });
});
