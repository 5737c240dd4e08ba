import { expect, test } from "vitest";
import type { PageRecord } from "../../core/reading/record.ts";
import { pageText } from "./page-text.ts";

const record: PageRecord = {
  file: "scan.pdf",
  page: 2,
  status: "read",
  width: 100,
  height: 100,
  qr: null,
  gates: [{ class_name: "NAND", x: 0, y: 0, width: 1, height: 1, confidence: 1, inputs: 2 }],
  inputs: ["A", "B"],
  outputs: [{ name: "OUT 1", expression: "~(A & B)", truth_table: ["001", "011", "101", "110"] }],
  problems: [{ code: "open-input", message: "An input is open." }],
  seconds: 0.1,
  confidence: 0.9345,
  alternatives: [],
};

test("a page in words: gates, expressions in the display form, a small table, problems", () => {
  expect(pageText(record, (_, text) => text)).toBe(
    [
      "scan.pdf, page 2",
      "  1 gate (1 NAND) · inputs A, B",
      "  OUT 1 = ¬(A ⋅ B)",
      "  read rightly with a probability of 93.4 %",
      "",
      "  A B │ OUT 1",
      "  ────┼──────",
      "  0 0 │ 1",
      "  0 1 │ 1",
      "  1 0 │ 1",
      "  1 1 │ 0",
      "  ! An input is open.",
      "",
      "",
    ].join("\n"),
  );
});

test("a failed page shows only its reason", () => {
  const failed = { ...record, status: "failed" as const, page: 1, gates: [], inputs: [], outputs: [] };
  expect(pageText(failed, (_, text) => text)).toBe("scan.pdf\n  ! An input is open.\n\n");
});

test("large tables are left out", () => {
  const wide = { ...record, inputs: ["A", "B", "C", "D", "E"] };
  expect(pageText(wide, (_, text) => text)).not.toContain("│");
});
