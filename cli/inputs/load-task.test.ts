import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { encodeText } from "../../core/rules/files/text-encoding.ts";
import type { Terminal } from "../terminal.ts";
import { loadTask } from "./load-task.ts";

const folder = await mkdtemp(join(tmpdir(), "task-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

const TASK = {
  schema_version: 1,
  id: "t",
  title: "Übung",
  type: "quiz",
  items: [{ item: 1, keys: [{ expression: ".i 2\n.o 1\n01 1\n10 1\n.e", grade: 5 }] }],
};

/** What is read from a file with these bytes, and what is said. */
async function load(bytes: Uint8Array) {
  const path = join(folder, "task.json");
  await writeFile(path, bytes);
  const said: string[] = [];
  const warned: string[] = [];
  const terminal = { say: (text: string) => said.push(text), warn: (text: string) => warned.push(text) };
  const { title } = await loadTask(path, terminal as unknown as Terminal);
  return { title, said, warned: warned.map((text) => text.replace(path, "task.json")) };
}

test.each([
  ["UTF-8 with a byte order mark", "\uFEFF", "utf-8"],
  ["UTF-16, as Windows writes it", "\uFEFF", "utf-16le"],
  ["Windows-1252", "", "windows-1252"],
] as const)("a task in %s is read, and a key of several lines is shown in one", async (_, mark, encoding) => {
  expect(await load(encodeText(mark + JSON.stringify(TASK), encoding)!)).toEqual({
    title: "Übung",
    said: ["Item 1, key 1: .i 2 .o 1 01 1 10 1 .e is understood as ~A & B | A & ~B"],
    warned: [],
  });
});

test("a file that is no text is refused", async () => {
  await expect(load(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0))).rejects.toThrow("not text, but a task is a JSON file");
});

test("fields that mean nothing are named, as those that are misspelt", async () => {
  const [item] = TASK.items;
  const task = { ...TASK, due: "soon", items: [{ ...item, rubrics: {}, inputs: ["S1"] }] };
  expect((await load(new TextEncoder().encode(JSON.stringify(task)))).warned).toEqual([
    "! task.json: ignored, as a task has no such field: items[0].rubrics, items[0].inputs, due. Check the spelling.",
  ]);
});
