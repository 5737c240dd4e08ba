import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settleFeedbackList } from "./feedback-list.ts";

test("files of students without feedback are removed, other people's files stay", async () => {
  const out = await mkdtemp(join(tmpdir(), "feedback-"));
  const put = async (...names: string[]) => {
    for (const name of names) await writeFile(join(out, name), "");
  };
  const settle = (...students: string[]) => {
    return settleFeedbackList(out, { results: "/quiz", files: students.map((id) => `${id}.pdf`) });
  };
  expect(await settle("20230001", "20230005")).toEqual([]);
  await put("20230001.pdf", "20230005.pdf", "20230007.pdf", "feedback.pdf");
  expect(await settle("20230001")).toEqual(["20230005.pdf"]);
  expect(await settle("20230001")).toEqual([]);
  const visible = (await readdir(out)).filter((name) => !name.startsWith("."));
  expect(visible.sort()).toEqual(["20230001.pdf", "20230007.pdf", "feedback.pdf"]);
});

test("files of another format are removed: after a regrade their points would be wrong", async () => {
  const out = await mkdtemp(join(tmpdir(), "feedback-"));
  const settle = (...files: string[]) => settleFeedbackList(out, { results: "/quiz", files });
  await settle("20230001.pdf");
  await writeFile(join(out, "20230001.pdf"), "");
  expect(await settle("20230001.html")).toEqual(["20230001.pdf"]);
  await writeFile(join(out, "20230001.html"), "");
  expect(await settle("feedback.pdf")).toEqual(["20230001.html"]);
  await writeFile(join(out, "feedback.pdf"), "");
  expect(await settle("feedback.pdf")).toEqual([]);
  expect(await settle("20230001.pdf")).toEqual(["feedback.pdf"]);
});

test("another section's feedback in the same folder stays", async () => {
  const out = await mkdtemp(join(tmpdir(), "feedback-"));
  await settleFeedbackList(out, { results: "/section-a", files: ["20230001.pdf"] });
  await writeFile(join(out, "20230001.pdf"), "");
  expect(await settleFeedbackList(out, { results: "/section-b", files: ["20230002.pdf"] })).toEqual([]);
  expect(await settleFeedbackList(out, { results: "/section-a", files: [] })).toEqual(["20230001.pdf"]);
});
