import { expect, it } from "vitest";
import { mergeEdit } from "./merge-edit.ts";

const LOADED = { code: "CPE 101", group: 1, schedule: "MWF 9:00", students: ["20230001", "20230002"] };

it("mergeEdit applies the editor's changes, and keeps other people's", () => {
  const current = { ...LOADED, code: "CPE 102", students: ["20230002", "20230003", "20230004"] };
  const sent = { ...LOADED, schedule: "TTh 13:00", students: ["20230000", "20230001", "20230004"] };
  expect(mergeEdit({ loaded: LOADED, sent, current })).toEqual({
    merged: { code: "CPE 102", group: 1, schedule: "TTh 13:00", students: ["20230000", "20230003", "20230004"] },
    clashes: [],
  });
});

it("mergeEdit reports fields that both changed, unless to the same value", () => {
  const current = { ...LOADED, code: "CPE 102", group: 3, schedule: "Fri 8:00" };
  const sent = { ...LOADED, code: "CPE 102", group: 4, schedule: "TTh 13:00" };
  expect(mergeEdit({ loaded: LOADED, sent, current }).clashes).toEqual(["group", "schedule"]);
});
