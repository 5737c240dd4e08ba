import { expect, test } from "vitest";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { WebSession } from "./web-session.ts";
import { loadWebPages, type WebPages, webSettlements } from "./web-settlements.ts";

const CHOICES = [
  { name: "0a", text: "As it was read.", places: [], points: 0, outputs: [] },
  { name: "1a", text: "This gate is an AND.", places: [], points: 5, outputs: [] },
];
const RECORD = {
  files: ["a", "b"].map((sha256, index) => ({
    file: `${sha256}.png`,
    page: 1,
    sha256,
    student_id: "20230001",
    item: index + 1,
    counts: true,
    status: "review",
    grade: 0,
    comment: null,
    question: index === 0 ? { text: "If …", choices: CHOICES } : null,
  })),
} as unknown as Pick<GradeRecord, "files">;

function file(sha256: string, points: number): WebPages["files"][number] {
  const item_number = sha256 === "a" ? 1 : 2;
  const said = { graded: true, total_grade: points, comment: null, counts: true };
  return { id: `id-${sha256}`, sha256, student_id: "20230001", item_number, ...said } as WebPages["files"][number];
}

function settled(points: number, text?: string) {
  const chosen = new Map(text === undefined ? [] : [["id-a", text]]);
  return webSettlements(RECORD, { files: [file("a", points)], stackPages: [], chosen }, {}).get("a.png 1");
}

test("a reading that was chosen is its number; points that are not its are points alone", () => {
  expect(settled(5, "This gate is an AND.")).toMatchObject({ grade: "5", reading: "2" });
  expect(settled(4, "This gate is an AND.")).toMatchObject({ grade: "4", reading: "" });
  expect(settled(5)).toMatchObject({ grade: "5", reading: "" });
});

test("only pages that were asked about are asked for their reading, and again only if their points changed", async () => {
  const asked: unknown[] = [];
  let files = [file("a", 5), file("b", 5)];
  const web = {
    async call(name: string, { params }: { params: unknown }) {
      if (name === "getFiles") return { files };
      if (name === "getStacks") return { stacks: [] };
      asked.push(params);
      return { chosen: { text: "This gate is an AND." } };
    },
  } as unknown as WebSession;
  const first = await loadWebPages(web, "t", { record: RECORD, before: null });
  const second = await loadWebPages(web, "t", { record: RECORD, before: first });
  expect(asked).toEqual([{ fileId: "id-a" }]);
  expect([...second.chosen]).toEqual([["id-a", "This gate is an AND."]]);
  files = [file("a", 0), file("b", 0)];
  await loadWebPages(web, "t", { record: RECORD, before: second });
  expect(asked).toHaveLength(2);
});
