import { describe, expect, it } from "vitest";
import { parseRoster, type RosterOptions } from "./roster.ts";
import { studentIdRule } from "./student-id.ts";

function idsOf(text: string, options?: RosterOptions): string[] {
  return parseRoster(text, options).students.map(({ studentId }) => studentId);
}

describe("parseRoster", () => {
  it.each([
    "a@u.example",
    " a\u200b@u.example ",
    "Ana Cruz <a@u.example>",
    '"Cruz, Ana" <mailto:a@u.example>',
    "mailto:a@u.example",
    "a@u.example; ana@home.example",
  ])("takes one address from %j", (cell) => {
    const [student] = parseRoster(`student_id\tname\temail\n20230001\tAna\t"${cell.replaceAll('"', '""')}"\n`).students;
    expect(student?.email).toBe("a@u.example");
  });

  it("reads IDs, names and e-mails, also quoted, whatever the order, line ends, case and other columns", () => {
    const text = '\uFEFFEmail,Student_ID,section,name\r\na@u.example, 20230001 ,1,"Cruz, Ana"\r\n\r\n,20230002,2,\r\n';
    expect(parseRoster(text)).toMatchObject({
      students: [
        { studentId: "20230001", name: "Cruz, Ana", email: "a@u.example" },
        { studentId: "20230002", name: "", email: "" },
      ],
      hasNames: true,
      issues: [],
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
    const { students } = parseRoster(`Section,${heading},Name\n1,20230001,Ana\n`);
    expect(students).toEqual([{ studentId: "20230001", name: "Ana", email: "" }]);
  });

  it("prefers a column that has IDs, and reads them as spreadsheets write them", () => {
    const text = `Username,Student ID,Name\n20230001.0,,Ana\n'20230002,,Bo\n"=""20230003""",,Cas\n`;
    expect(idsOf(text)).toEqual(["20230001", "20230002", "20230003"]);
  });

  it("counts a student of several sections once", () => {
    const roster = parseRoster("student_id,name,section\n20230001,Ana,A\n20230001,Ana,B\n20230002,Bo,A\n");
    expect(roster.students.map(({ studentId, name }) => [studentId, name])).toEqual([
      ["20230001", "Ana"],
      ["20230002", "Bo"],
    ]);
    expect(roster.issues).toEqual([]);
  });

  it("finds the addresses under a heading with accents", () => {
    const spanish = parseRoster("Número de ID,Nombre,Dirección de correo electrónico\n20230001,Ana,a@u.example\n");
    expect(spanish.students).toEqual([{ studentId: "20230001", name: "Ana", email: "a@u.example" }]);
  });

  it("takes addresses that begin with the IDs as both", () => {
    const { students } = parseRoster("Last Name,First Name,Email Address\nCruz,Ana,20240101@u.example\n");
    expect(students).toEqual([{ studentId: "20240101", name: "Ana Cruz", email: "20240101@u.example" }]);
  });

  it("needs the IDs only", () => {
    const expected = [{ studentId: "20230001", name: "", email: "" }];
    expect(parseRoster("student_id\n20230001")).toMatchObject({ issues: [], students: expected, hasNames: false });
    expect(parseRoster("Student ID\n20230001")).toMatchObject({ issues: [], students: expected, hasNames: false });
    expect(parseRoster("student_id,name,email\n20230001")).toMatchObject({
      issues: [],
      students: expected,
      hasNames: true,
    });
    expect(parseRoster("student_id\n")).toMatchObject({ issues: [], students: [], hasNames: false });
  });

  it("joins first and last names, and skips rows of empty cells", () => {
    expect(parseRoster("student_id,last_name,first_name\r\n20230001,Cruz,Ana\n20230002,,Bo\n,,\n")).toMatchObject({
      issues: [],
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
      expect(parseRoster(text)).toMatchObject({ issues: [], students: expected, hasNames: true });
    },
  );

  it("follows Excel's own first line and leaves it out, like a spreadsheet: lines count without it", () => {
    const text = "sep=;\r\nstudent_id;name\r\n20230001;Cruz, Ana\r\n";
    const expected = [{ studentId: "20230001", name: "Cruz, Ana", email: "" }];
    expect(parseRoster(text)).toMatchObject({ issues: [], students: expected, hasNames: true });
    expect(parseRoster(`${text}123;Bo\r\n`)).toMatchObject({ issues: [{ field: "line 3" }] });
  });

  it("lists every line that it does not understand, and takes the others", () => {
    const text =
      'student_id,name\n123,A\n20230001,"two\nlines"\n20230002,Bo\n,Cy\n20230003,Dee\n20230003,Don\n20230003,\nTotal: 4,\n';
    const roster = parseRoster(text);
    expect(roster.students.map(({ studentId, name }) => [studentId, name])).toEqual([
      ["20230001", "two lines"],
      ["20230002", "Bo"],
      ["20230003", ""],
    ]);
    expect(roster.issues.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'line 2: "123" is not an 8-digit Student ID',
      "line 6: Cy has no Student ID",
      "line 7: Student ID 20230003 is listed with different names",
      "line 8: Student ID 20230003 is listed with different names",
      "line 9: Student ID 20230003 is listed with different names",
      'line 10: "Total: 4" is not an 8-digit Student ID',
    ]);
  });

  it("gives IDs the zeros back that a spreadsheet dropped, if a person says so", () => {
    const text = "student_id,name\n01230001,Ana\n1230002,Bo\n45,Count\n";
    const roster = parseRoster(text);
    expect(roster.students.map(({ studentId }) => studentId)).toEqual(["01230001"]);
    expect(roster.lostZeros).toBe(1);
    expect(roster.issues[0]).toMatchObject({
      field: "line 3",
      message: '"1230002" is not an 8-digit Student ID; with the zeros that spreadsheets drop: 01230002',
    });
    const restored = parseRoster(text, { restoresZeros: true });
    expect(restored.students.map(({ studentId }) => studentId)).toEqual(["01230001", "01230002"]);
    expect(restored.issues.map(({ field }) => field)).toEqual(["line 4"]);
    expect(idsOf("1230001\n1230002\n", { restoresZeros: true })).toEqual(["01230001", "01230002"]);
  });

  it("reads the columns that a person has chosen", () => {
    const columns = { roles: ["last", null, "id", "first"], headLines: 1 } as const;
    const roster = parseRoster("A,B,C,D\nCruz,20239999,20230001,Ana\n", { columns });
    expect(roster.students).toEqual([{ studentId: "20230001", name: "Ana Cruz", email: "" }]);
  });

  it.each([
    ["Name;Vorname;Matrikelnummer\nCruz;Ana;20230001\n", "Ana Cruz"],
    ["Apellidos;Nombre;Número de matrícula\nDe la Cruz;Ana;20230001\n", "Ana De la Cruz"],
    ["Nom;Prénom;Numéro étudiant\nCruz;Ana;20230001\n", "Ana Cruz"],
    ["Last Name;First Name;M.I.;Student No.\nCruz;Ana;D.;20230001\n", "Ana D. Cruz"],
    ["Family name;Given name;Student ID\nCruz;;20230001\n", "Cruz"],
    ["Student ID,Student Last Name,Student First Name\n20230001,Cruz,Ana\n", "Ana Cruz"],
    ["OrgDefinedId,Username,Last Name,First Name\n#20230001,#acruz,Cruz,Ana\n", "Ana Cruz"],
    ["STT,MSSV,Họ và tên\n1,20230001,Nguyễn Văn A\n", "Nguyễn Văn A"],
    ["学号,姓名\n20230001,李明\n", "李明"],
    ["Name,Birthday,Student Number\nAna,20010203,20230001\n", "Ana"],
    ["Printed,20240901\nStudent ID,Name\n20230001,Ana\n", "Ana"],
    ["Student ID;Last name, First name\n20230001;Cruz, Ana\n", "Cruz, Ana"],
    ["Class of 2023;\n\nStudent ID;Name\n20230001;Ana\n", "Ana"],
    ["20230001\tAna Cruz\tana@uni.example\n20230002\tBo Li\tbo@uni.example\n", "Ana Cruz"],
    ["Ana Cruz\t20230001\n", "Ana Cruz"],
    ["20230001\tGroup 1\n20230002\tGroup 1\n", ""],
    ["Section,Student ID\nBSCPE A,20230001\n", ""],
  ])("finds the name in %j", (text, name) => {
    expect(parseRoster(text).students[0]).toMatchObject({ studentId: "20230001", name });
  });

  it("reads rows that are shorter than a first line of 10,000 columns, which took all memory", {
    timeout: 20_000,
  }, () => {
    const ids = Array.from({ length: 19_000 }, (_, index) => String(20_230_000 + index));
    const parsed = parseRoster(`student_id${",a".repeat(10_000)}\n${ids.join("\n")}\n`);
    expect(parsed.students.map(({ studentId }) => studentId)).toEqual(ids);
  });

  it.each(["8", "9-", "1,", "1/", "”", "last, first "])("reads cells of 100,000 characters, each of %j", (part) => {
    const long = part.repeat(Math.ceil(100_000 / part.length));
    const text = `student_id,name,"${long}"\n20230001,Ana,"${long}"\n"${long}",Bo,"${long}x"\n`;
    expect(parseRoster(text)).toMatchObject({ students: [{ studentId: "20230001", name: "Ana" }] });
  });

  it("does not take a name that goes on for lines, as after a quotation mark too many", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${20230002 + index},Student`).join("\n");
    const message = "The name has more than 200 characters: check its quotation marks";
    expect(parseRoster(`student_id,name\n20230001,"Ana\n${lines}"\n20230099,Bo\n`)).toMatchObject({
      students: [{ studentId: "20230099" }],
      issues: [{ field: "line 2", message }],
    });
    expect(parseRoster(`student_id,name\n20230001,${"né".repeat(100)}\n`).issues).toEqual([]);
  });

  it("takes names without control characters, and shows the ends only of a long cell that is no ID", () => {
    const list = `student_id,name\n20230001,Ana\u0000 Cruz\u0007\n${"9".repeat(900)},Ben\n`;
    const { students, issues } = parseRoster(list);
    expect(students).toEqual([{ studentId: "20230001", name: "Ana Cruz", email: "" }]);
    expect(issues.map(({ message }) => message)).toEqual([
      `"${"9".repeat(40)}…${"9".repeat(19)}" is not an 8-digit Student ID`,
    ]);
  });

  it("does not take a list of more than 20,000 students", () => {
    const message = "The list has more than 20000 rows. Delete those that are not needed.";
    const text = Array.from({ length: 20_001 }, (_, index) => `${20_230_000 + index}\n`).join("");
    expect(parseRoster(text)).toMatchObject({ students: [], issues: [{ field: "", message }] });
  });

  it("takes students above the headings, too, and finds IDs in wide lists and long ones quickly", () => {
    expect(idsOf("20230001,Ana\nStudent ID,Name\n20230002,Bo\n")).toEqual(["20230001", "20230002"]);
    expect(idsOf(`1${",a".repeat(20_000)}\n${"1\n".repeat(15_000)}20230001\n`)).toEqual(["20230001"]);
  });

  it("takes the lines above a quotation mark without an end, and lists its line", () => {
    expect(parseRoster('student_id,name\n20230001,Ana\n20230002,"Bo\n20230003,Cy\n')).toMatchObject({
      students: [{ studentId: "20230001" }],
      issues: [{ field: "line 3", message: "A quotation mark has no end: this line and those after it were not read" }],
    });
  });

  it("reads a list without headings, or with other ones", () => {
    expect(idsOf("Ana,20230001\nBo,20230002\n")).toEqual(["20230001", "20230002"]);
    expect(idsOf("20230001\n20230002\n")).toEqual(["20230001", "20230002"]);
    expect(idsOf("2023\n20230002\n")).toEqual(["20230002"]);
    expect(idsOf("Name,Kennung\nAna,20230001\n")).toEqual(["20230001"]);
    expect(idsOf("No.,Student Number,ID\n1,20230001,7\n")).toEqual(["20230001"]);
    expect(idsOf("ID\n20230001\n")).toEqual(["20230001"]);
    expect(idsOf("No.,Who,Matriculation\n1,Ana,20230001\n2,Bo,20230002\n")).toEqual(["20230001", "20230002"]);
    expect(parseRoster("").issues).toEqual([]);
  });

  it.each(["Name,Grade\nAna,10\n", "Student,ID,Section\nAna,20230001,A\n"])(
    "says that no column has IDs: %j",
    (text) => {
      const message =
        'No column, or more than one, has Student IDs (each an 8-digit Student ID). Name the right one "student_id" in the first line.';
      expect(parseRoster(text)).toMatchObject({
        students: [],
        issues: [{ code: "no-student-id-column", field: "", message }],
      });
    },
  );

  it("takes from a Canvas gradebook the university's IDs, not Canvas's own, and only students", () => {
    const canvas = (ids: readonly [sis: string, login: string]) =>
      [
        "Student,ID,SIS User ID,SIS Login ID,Section,Half adder (1234)",
        ",,,,,Manual Posting",
        "    Points Possible,,,,,10",
        `"Cruz, Ana",10000001,${ids.join(",")},Group 1,`,
        '"Student, Test",10000002,,5c1f0e,Group 1,',
      ].join("\r\n");
    for (const ids of [
      ["20230001", "acruz"],
      ["sis-77", "20230001@students.example.edu"],
    ] as const) {
      expect(parseRoster(canvas(ids))).toMatchObject({
        students: [{ studentId: "20230001", name: "Cruz, Ana" }],
        issues: [],
      });
    }
    expect(parseRoster(canvas(["sis-77", "acruz@example.edu"]))).toMatchObject({
      students: [],
      issues: [{ field: "line 4" }],
    });
  });

  it("takes IDs with check digits as Chile writes them", () => {
    const ids = studentIdRule("[0-9]{7,8}-[0-9K]");
    expect(idsOf("RUT;Nombre\n20.240.101-K;Ana\n9240102-k;Bo\n", { ids })).toEqual(["20240101-K", "9240102-K"]);
  });

  it("takes IDs of the shape that a task asks for", () => {
    const ids = studentIdRule("[A-Z]{2}[0-9]{2}");
    expect(parseRoster("student_id\nAB12\n", { ids })).toMatchObject({ students: [{ studentId: "AB12" }] });
    expect(parseRoster("student_id\n20230001\n", { ids })).toMatchObject({
      issues: [{ message: '"20230001" is not a Student ID of the shape [A-Z]{2}[0-9]{2}' }],
    });
  });
});
