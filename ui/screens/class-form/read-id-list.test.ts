import { expect, test } from "vitest";
import { commaList, studentsOfCsv } from "./read-id-list.ts";

function idsOf(text: string): string[] {
  return studentsOfCsv(text).map(({ id }) => id);
}

test("a pasted column or sentence becomes a comma-separated list", () => {
  expect(commaList("20230001\n20230002\r\n\t20230003; 20230004,20230005 ")).toBe(
    "20230001, 20230002, 20230003, 20230004, 20230005",
  );
});

test("the columns of a CSV file are found by their headings, in any position", () => {
  expect(studentsOfCsv('name,student_id\n"Cruz, Ana",20230001\n,20230002\nBo,123\n')).toEqual([
    { id: "20230001", name: "Cruz, Ana" },
    { id: "20230002", name: "" },
    { id: "123", name: "Bo" },
  ]);
  expect(idsOf("No.,Student Number,ID\n1,20230001,7\n")).toEqual(["20230001"]);
  expect(idsOf("ID\n20230001\n")).toEqual(["20230001"]);
  expect(idsOf("No.,Who,Matriculation\n1,Ana,20230001\n2,Bo,20230002\n")).toEqual(["20230001", "20230002"]);
  expect(idsOf("Name,ID\nAna,123\n")).toEqual(["123"]);
});

test.each([";", "\t"])("the first line shows what separates the columns: %j", (delimiter) => {
  const text = `\uFEFFStudent ID${delimiter}Name\r\n20230001${delimiter}Cruz, Ana "Annie"\r\n`;
  expect(studentsOfCsv(text)).toEqual([{ id: "20230001", name: 'Cruz, Ana "Annie"' }]);
});

test("Excel's own first line names the separator and is not a student", () => {
  expect(studentsOfCsv("sep=;\r\nStudent ID;Name\r\n20230001;Cruz, Ana\r\n")).toEqual([
    { id: "20230001", name: "Cruz, Ana" },
  ]);
});

test("students in lines with other ends than the first one's are not lost", () => {
  expect(idsOf("student_id,name\r\n20230001,Ana\n20230002,Bo\n")).toEqual(["20230001", "20230002"]);
});

test("without a known heading, the column with the most IDs is read", () => {
  expect(idsOf("Ana,20230001\nBo,20230002\n")).toEqual(["20230001", "20230002"]);
  expect(idsOf("20230001\n20230002\n")).toEqual(["20230001", "20230002"]);
  expect(idsOf("2023001\n20230002\n")).toEqual(["2023001", "20230002"]);
  expect(studentsOfCsv("Name,Matriculation\nAna,20230001\n")).toEqual([{ id: "20230001", name: "Ana" }]);
  expect(idsOf("")).toEqual([]);
});

test("from a Canvas gradebook, the university's IDs are read, not Canvas's own, and only students", () => {
  const canvas = (ids: readonly [sis: string, login: string]) =>
    [
      "Student,ID,SIS User ID,SIS Login ID,Section,Half adder (1234)",
      ",,,,,Manual Posting",
      "    Points Possible,,,,,10",
      `"Cruz, Ana",10000001,${ids.join(",")},Group 1,`,
      '"Student, Test",10000002,,5c1f0e,Group 1,',
    ].join("\r\n");
  const ana = [{ id: "20230001", name: "Cruz, Ana" }];
  expect(studentsOfCsv(canvas(["20230001", "acruz"]))).toEqual(ana);
  expect(studentsOfCsv(canvas(["sis-77", "20230001@students.example.edu"]))).toEqual(ana);
  expect(studentsOfCsv(canvas(["sis-77", "acruz@example.edu"]))).toEqual([{ id: "sis-77", name: "Cruz, Ana" }]);
});

test("a name in two columns is read from its parts, however they are called", () => {
  const text = "Family name;Given name;Student ID\nCruz;Ana;20230001\nSantos;;20230002\n";
  expect(studentsOfCsv(text)).toEqual([
    { id: "20230001", name: "Ana Cruz" },
    { id: "20230002", name: "Santos" },
  ]);
});

test("from a Moodle export, the ID number is read, and the name from its two columns", () => {
  const text = "First name,Last name,ID number,Email address\nAna,Cruz,20230001,ana@example.edu\nBo,,20230002,\n";
  expect(studentsOfCsv(text)).toEqual([
    { id: "20230001", name: "Ana Cruz" },
    { id: "20230002", name: "Bo" },
  ]);
});

test("a student without an ID in the file is not left out silently", () => {
  expect(studentsOfCsv('Full name,ID number\nAna Cruz,20230001\n"Reyes, Bo",\n,\n')).toEqual([
    { id: "20230001", name: "Ana Cruz" },
    { id: "Reyes Bo", name: "Reyes, Bo" },
  ]);
});
