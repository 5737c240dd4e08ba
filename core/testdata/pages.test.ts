import { afterAll, describe, expect, it } from "vitest";
import { parseExpression } from "../boolean/parse-expression.ts";
import { rearrangeTable, tableFromRows, tableRows, truthTable } from "../boolean/truth-table.ts";
import { gradeItem } from "../grade/grade-item.ts";
import { openPageReader } from "../read-page.ts";
import type { PageReading } from "../reading/page-reading.ts";
import { parseTaskFile } from "../rules/tasks/task-file.ts";
import { readQr } from "../scan/read-qr.ts";
import { parseQrText } from "../template/parse-qr-text.ts";
import { type ExpectedPage, expectedPages, readSample, sampleImage } from "./sample-pages.ts";

const pages = expectedPages();
const parsed = parseTaskFile(readSample("pages/task.json").toString("utf8"));
if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
const { task } = parsed;

const reader = await openPageReader();
afterAll(() => reader.close());

describe("reads the project's own pages", () => {
  it.each(pages.filter(({ status }) => status !== "extra"))("$file: $note", async (expected) => {
    const reading = await reader.read(await sampleImage(expected));
    const keys = task.items.find(({ item }) => item === expected.item)!.keys;
    const grade = gradeItem(keys, reading);
    const codes = grade.reasons.map(({ code }) => code);
    if (!expected.reasons.includes("open-input")) {
      expect(functionsOf(reading, expected)).toEqual(expectedFunctions(expected));
    }
    expect(codes).toEqual(expected.reasons.length === 0 ? [] : expect.arrayContaining([...expected.reasons]));
    expect({ status: grade.status, grade: grade.grade }).toEqual({ status: expected.status, grade: expected.grade });
  });
});

it.each(pages.filter(({ paper }) => paper.startsWith("template")))(
  "$file carries the item's QR code",
  async (expected) => {
    const qr = await readQr(await sampleImage(expected));
    expect(parseQrText(qr?.text ?? "")).toMatchObject({ taskId: task.id, item: expected.item });
  },
);

it("is at least twenty pages of ten students, and the papers that students use", () => {
  expect(pages.length).toBeGreaterThanOrEqual(20);
  expect(new Set(pages.map(({ student_id }) => student_id)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(pages.map(({ paper }) => paper)).size).toBe(5);
});

/** The outputs' columns over the inputs that are drawn, as sorted texts; the read inputs' names if those differ. */
function functionsOf(reading: PageReading, { inputs }: ExpectedPage): string[] {
  if ([...reading.inputs].sort().join() !== [...inputs].sort().join()) return [`inputs ${reading.inputs.join()}`];
  return reading.outputs
    .map(({ truth_table }) => {
      const table = tableFromRows(truth_table, reading.inputs);
      return table === null
        ? "none"
        : tableRows(rearrangeTable(table, { names: reading.inputs, order: inputs })).join(" ");
    })
    .sort();
}

function expectedFunctions({ inputs, outputs }: ExpectedPage): string[] {
  return outputs
    .map(({ expression }) => {
      const drawn = parseExpression(expression);
      if (!drawn.ok) throw new Error(drawn.error.message);
      return tableRows(truthTable(drawn.expression, inputs)).join(" ");
    })
    .sort();
}
