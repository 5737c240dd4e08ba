import { describe, expect, it } from "vitest";
import { parseRoster } from "./roster.ts";
import { studentIdRule } from "./student-id.ts";

describe("parseRoster", () => {
  it("reads IDs, names and e-mails, also quoted, whatever the order, line ends, case and other columns", () => {
    const text = '\uFEFFEmail,Student_ID,section,name\r\na@u.example, 20230001 ,1,"Cruz, Ana"\r\n\r\n,20230002,2,\r\n';
    expect(parseRoster(text)).toEqual({
      ok: true,
      students: [
        { studentId: "20230001", name: "Cruz, Ana", email: "a@u.example" },
        { studentId: "20230002", name: "", email: "" },
      ],
      hasNames: true,
    });
  });

  it.each([
    "Student Number",
    "ID number",
    "SIS User ID",
    "Matrikelnummer",
    "Matric No.",
    "Número de matrícula",
    "student-id",
  ])("finds the IDs below %s", (heading) => {
    const parsed = parseRoster(`Section,${heading},Name\n1,20230001,Ana\n`);
    expect(parsed.ok && parsed.students).toEqual([{ studentId: "20230001", name: "Ana", email: "" }]);
  });

  it("prefers a column that has IDs, and reads them as spreadsheets write them", () => {
    const text = `Username,Student ID,Name\n20230001.0,,Ana\n'20230002,,Bo\n"=""20230003""",,Cas\n`;
    const parsed = parseRoster(text);
    expect(parsed.ok && parsed.students.map(({ studentId }) => studentId)).toEqual([
      "20230001",
      "20230002",
      "20230003",
    ]);
  });

  it("counts a student of several sections once", () => {
    const parsed = parseRoster("student_id,name,section\n20230001,Ana,A\n20230001,Ana,B\n20230002,Bo,A\n");
    expect(parsed.ok && parsed.students.map(({ studentId }) => studentId)).toEqual(["20230001", "20230002"]);
  });

  it("needs the IDs only", () => {
    const expected = [{ studentId: "20230001", name: "", email: "" }];
    expect(parseRoster("student_id\n20230001")).toEqual({ ok: true, students: expected, hasNames: false });
    expect(parseRoster("Student ID\n20230001")).toEqual({ ok: true, students: expected, hasNames: false });
    expect(parseRoster("student_id,name,email\n20230001")).toEqual({ ok: true, students: expected, hasNames: true });
    expect(parseRoster("student_id\n")).toEqual({ ok: true, students: [], hasNames: false });
  });

  it("joins first and last names, and skips rows of empty cells", () => {
    expect(parseRoster("student_id,last_name,first_name\r\n20230001,Cruz,Ana\n20230002,,Bo\n,,\n")).toEqual({
      ok: true,
      students: [
        { studentId: "20230001", name: "Ana Cruz", email: "" },
        { studentId: "20230002", name: "Bo", email: "" },
      ],
      hasNames: true,
    });
  });

  it.each([";", "\t"])(
    "reads what Excel saves with %j between the columns; commas then belong to the names",
    (delimiter) => {
      const text = `student_id${delimiter}name\r\n20230001${delimiter}Cruz, Ana`;
      const expected = [{ studentId: "20230001", name: "Cruz, Ana", email: "" }];
      expect(parseRoster(text)).toEqual({ ok: true, students: expected, hasNames: true });
    },
  );

  it("follows Excel's own first line and leaves it out, like a spreadsheet: lines count without it", () => {
    const text = "sep=;\r\nstudent_id;name\r\n20230001;Cruz, Ana\r\n";
    const expected = [{ studentId: "20230001", name: "Cruz, Ana", email: "" }];
    expect(parseRoster(text)).toEqual({ ok: true, students: expected, hasNames: true });
    expect(parseRoster(`${text}123;Bo\r\n`)).toMatchObject({ issues: [{ field: "line 3" }] });
  });

  it("names the line of every bad or repeated ID", () => {
    expect(parseRoster('student_id,name\n123,A\n20230001,"two\nlines"\n20230001,C\n')).toEqual({
      ok: false,
      issues: [
        { code: "student-id-invalid", field: "line 2", message: '"123" is not an 8-digit Student ID' },
        {
          code: "student-id-repeated",
          field: "line 5",
          message: "Student ID 20230001 is listed twice, with different names",
        },
      ],
    });
  });

  it("reads rows that are shorter than a first line of 10,000 columns, which took all memory", {
    timeout: 20_000,
  }, () => {
    const ids = Array.from({ length: 30_000 }, (_, index) => String(20_230_000 + index));
    const parsed = parseRoster(`student_id${",a".repeat(10_000)}\n${ids.join("\n")}\n`);
    expect(parsed.ok && parsed.students.map(({ studentId }) => studentId)).toEqual(ids);
  });

  it("refuses a name that goes on for lines, as after a quotation mark too many", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${20230002 + index},Student`).join("\n");
    const message = "The name has more than 200 characters: check its quotation marks";
    expect(parseRoster(`student_id,name\n20230001,"Ana\n${lines}"\n`)).toEqual({
      ok: false,
      issues: [{ code: "student-name-too-long", field: "line 2", message }],
    });
    expect(parseRoster(`student_id,name\n20230001,${"é".repeat(200)}\n`).ok).toBe(true);
  });

  it.each(["", "20230001\n20230002\n", "id,name\n20230001,A\n"])("requires the column student_id: %j", (text) => {
    const message = 'The first line must name the column "student_id"';
    expect(parseRoster(text)).toEqual({ ok: false, issues: [{ code: "no-student-id-column", field: "", message }] });
  });

  it("says why a text is not CSV", () => {
    const parsed = parseRoster('student_id\n"20230001');
    expect(parsed.ok ? [] : parsed.issues).toMatchObject([
      { code: "not-csv", message: expect.stringMatching(/^Not CSV: Quote/) },
    ]);
  });

  it("takes IDs of the shape that a task asks for", () => {
    const ids = studentIdRule("[A-Z]{2}[0-9]{2}");
    expect(parseRoster("student_id\nAB12\n", ids)).toMatchObject({ ok: true, students: [{ studentId: "AB12" }] });
    expect(parseRoster("student_id\n20230001\n", ids)).toMatchObject({
      issues: [{ message: '"20230001" is not a Student ID of the shape [A-Z]{2}[0-9]{2}' }],
    });
  });
});
