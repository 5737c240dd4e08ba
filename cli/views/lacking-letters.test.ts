import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { task } from "../testdata/read-pages.ts";
import { runInProcess } from "../testdata/run-in-process.ts";

const TEMPLATE = ["template", "--personal", "roster.csv", "--task", "task.json", "--out", "sheets.pdf"];

async function folderOf(names: readonly string[], title = task.title): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "letters-"));
  const lines = names.map((name, index) => `${20230001 + index},${name}\n`);
  await writeFile(join(folder, "roster.csv"), `student_id,name\n${lines.join("")}`);
  await writeFile(join(folder, "task.json"), JSON.stringify({ ...task, title, template_key: "k".repeat(40) }));
  return folder;
}

test("names that no font has are left out with a warning that says what to install", async () => {
  const folder = await folderOf(["Γιώργος Ћирић", "محمد", "ไทย", ...Array(6).fill("ย")], "Logic ก");
  const { code, stderr } = await runInProcess(TEMPLATE, folder);
  expect([code, stderr.split("\n")]).toEqual([
    0,
    [
      "sheets.pdf: 18 pages",
      "! No font here has all letters of the names of 7 students, which are left out: 20230003 ไทย, 20230004 ย, " +
        "20230005 ย, 20230006 ย, 20230007 ย, and 2 more",
      "! No font here has ก: \ufffd is printed instead",
      expect.stringMatching(/^Put the TTF or OTF file of a font that has them into a folder, .* FONTS_DIR\.$/),
      "",
    ],
  ]);
  expect((await readFile(join(folder, "sheets.pdf"))).length).toBeGreaterThan(10_000);
});

test("nothing is said where every letter is there, and a wrong FONTS_DIR is refused", async () => {
  const folder = await folderOf(["Ñuñez", "김민수", "हिन्दी"]);
  expect(await runInProcess(TEMPLATE, folder)).toMatchObject({ code: 0, stderr: "sheets.pdf: 6 pages\n" });
  const wrong = await runInProcess(TEMPLATE, { cwd: folder, variables: { FONTS_DIR: "nowhere" } });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    "circuitgrade: FONTS_DIR: nowhere is not a folder that can be read.\n",
  ]);
});
