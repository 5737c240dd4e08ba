import { expect, test } from "vitest";
import { commaList, idsOfCsv } from "./read-id-list.ts";

test("a pasted column or sentence becomes a comma list", () => {
  expect(commaList("20230001\n20230002\r\n\t20230003; 20230004,20230005 ")).toBe(
    "20230001, 20230002, 20230003, 20230004, 20230005",
  );
});

test("the headed column of a CSV is read, in any place", async () => {
  expect(await idsOfCsv('name,student_id\n"Cruz, Ana",20230001\nBo,123\n')).toEqual(["20230001", "123"]);
  expect(await idsOfCsv("\uFEFFStudent ID;Name\n20230001;Ana\n")).toEqual(["20230001"]);
});

test("without a heading the column with most IDs is read", async () => {
  expect(await idsOfCsv("Ana,20230001\nBo,20230002\n")).toEqual(["20230001", "20230002"]);
  expect(await idsOfCsv("20230001\n20230002\n")).toEqual(["20230001", "20230002"]);
  expect(await idsOfCsv("")).toEqual([]);
});
