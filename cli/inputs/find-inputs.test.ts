import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { settleFeedbackList } from "../results/feedback-list.ts";
import { compareNaturally, findInputs, hashInput, uniqueStem } from "./find-inputs.ts";
import { listNames } from "./require-inputs.ts";

let folder: string;

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), name);
  }
}

function names(files: readonly { file: string }[]): string[] {
  return files.map(({ file }) => file.slice(folder.length + 1));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "inputs-"));
});

test("numbers sort by value, otherwise equal names by their characters", () => {
  expect(["p10", "p2", "P2", "p1"].sort(compareNaturally)).toEqual(["p1", "p2", "P2", "p10"]);
});

test("a folder gives its pictures and PDFs in natural order, with those of its subfolders", async () => {
  await put("p10.png", "p2.JPG", "sub/a.pdf", "sub/b.gif", "task.json", ".hidden.png", "photo.heic", "x.zip");
  const { files, skipped, missing } = await findInputs([folder]);
  expect(names(files)).toEqual(["p2.JPG", "p10.png", "photo.heic", "sub/a.pdf", "sub/b.gif", "x.zip"]);
  expect(skipped).toEqual([join(folder, "task.json")]);
  expect(missing).toEqual([]);
});

test("a file that is named as somebody's answer is taken whatever its format, but not what programs put next to it", async () => {
  const answers = ["20230001_quiz[1].rar", "20230002_quiz[1].url", "20230003_quiz[1].circ", "20230004_quiz[1]"];
  const others = ["20230001_quiz[1].png:Zone.Identifier", "20230001_quiz[1].png.json", "~$20230001_quiz[1].docx"];
  await put(...answers, ...others, "Quiz 1_20230004_attempt_2026-11-02.txt");
  const { files, skipped } = await findInputs([folder]);
  expect(names(files).sort()).toEqual([...answers].sort());
  expect(skipped).toHaveLength(4);
});

test("a named file is taken whatever its extension, and only once", async () => {
  await put("notes.txt", "a.png");
  const { files } = await findInputs([join(folder, "notes.txt"), join(folder, "a.png"), folder]);
  expect(names(files)).toEqual(["notes.txt", "a.png"]);
});

test.runIf(process.platform === "linux")("control characters of names are shown as signs", async () => {
  const name = "20230001_quiz[1].png\n9 graded\u001b[2J\u007f.png";
  await put(name);
  const { files } = await findInputs([folder]);
  expect(names(files)).toEqual(["20230001_quiz[1].png␊9 graded␛[2J␡.png"]);
  expect(files.map(({ path }) => path)).toEqual([join(folder, name)]);
  expect(listNames(["note\nWritten: all", "b"])).toBe("note␊Written: all, b");
});

test("paths that do not exist are reported", async () => {
  const { files, missing } = await findInputs([join(folder, "none.png")]);
  expect(files).toEqual([]);
  expect(missing).toEqual([join(folder, "none.png")]);
});

test.runIf(process.platform === "linux")("a pipe at /dev/stdin has no path, and is reported", () => {
  const script = `import { findInputs } from ${JSON.stringify(new URL("find-inputs.ts", import.meta.url).href)};
    console.log(JSON.stringify(await findInputs(["/dev/stdin"])));`;
  const words = [process.execPath, "--import", "tsx", "--input-type=module", "-e", script];
  const found = execFileSync("sh", ["-c", 'echo page | "$@"', "sh", ...words], { encoding: "utf8" });
  expect(JSON.parse(found)).toEqual({ files: [], missing: ["/dev/stdin"], skipped: [] });
});

test("feedback that was written into the folder is no page", async () => {
  await put("20230001_quiz[1].png", "20230002.pdf", "given/20230001.pdf", "given/20230002.pdf");
  await settleFeedbackList(join(folder, "given"), { results: "out", files: ["20230001.pdf"] });
  expect(names((await findInputs([folder])).files)).toEqual([
    "20230001_quiz[1].png",
    "20230002.pdf",
    "given/20230002.pdf",
  ]);
});

test("the output folder and folders that contain themselves are not inputs", async () => {
  await put("a.png", "out/report.png");
  await symlink(folder, join(folder, "again"));
  const { files } = await findInputs([folder], [join(folder, "out")]);
  expect(names(files)).toEqual(["a.png"]);
});

test("links in a folder are not followed: those named as pages and folders elsewhere get a record that says so", async () => {
  await put("class/b_quiz.png", "other/c.png", "notes.txt");
  const inFolder = join(folder, "class");
  await symlink(join(inFolder, "b_quiz.png"), join(inFolder, "a_quiz.png"));
  await symlink(join(folder, "gone.png"), join(inFolder, "gone.png"));
  await symlink(join(folder, "other"), join(inFolder, "other"));
  await symlink(join(folder, "notes.txt"), join(inFolder, "notes"));
  const { files, skipped } = await findInputs([inFolder]);
  const read = await Promise.all(files.map(async (file) => [file.failure?.code, (await hashInput(file)) !== ""]));
  expect(names(files)).toEqual(["class/a_quiz.png", "class/b_quiz.png", "class/gone.png", "class/other"]);
  expect(read).toEqual([
    ["link", false],
    [undefined, true],
    ["link", false],
    ["link", false],
  ]);
  expect(skipped).toEqual([join(inFolder, "notes")]);
});

test("a named link is followed", async () => {
  await put("a.png", "class/b.png");
  await symlink(join(folder, "a.png"), join(folder, "link.png"));
  await symlink(join(folder, "class"), join(folder, "linked"));
  const { files } = await findInputs([join(folder, "link.png"), join(folder, "linked")]);
  expect(names(files)).toEqual(["link.png", "linked/b.png"]);
  expect(files.every(({ failure }) => failure === undefined)).toBe(true);
});

test("stems leave room for endings, and names that are alike up to there differ", () => {
  const taken = new Set<string>();
  const long = "回路".repeat(40);
  const stems = ["1", "2"].map((end, index) => uniqueStem(`a/${long}${end}.png`, { index, taken }));
  expect(stems).toEqual([`a/${long.slice(0, 66)}`, `2-a/${long.slice(0, 66)}`]);
});

test("stems are unique", async () => {
  await put("x/a.png", "x/a.jpg", "y/a.png", "x/b.png");
  const { files } = await findInputs([join(folder, "x"), join(folder, "y")]);
  expect(files.map(({ stem }) => stem)).toEqual(["a", "a.png", "b", "4-a.png"]);
});
