import { describe, expect, test } from "vitest";
import { feedbackText } from "../feedback/student-feedback.ts";
import { encodeText } from "../rules/files/text-encoding.ts";
import { type FilledGradebook, fillGradebook, type GradebookGrades } from "./fill-gradebook.ts";

const STUDENTS = Array.from({ length: 64 }, (_, k) => String(20230000 + k));
const GRADES: GradebookGrades = {
  title: "Half adder",
  maximum: 10,
  results: STUDENTS.map((studentId, k) => ({ studentId, grade: k % 11, feedback: "" })),
};

function filled(text: string, grades: Partial<GradebookGrades> = {}): FilledGradebook {
  const outcome = fillGradebook(new TextEncoder().encode(text), { ...GRADES, ...grades });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.gradebook;
}

function refused(text: string | Uint8Array, grades: Partial<GradebookGrades> = {}): string {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const outcome = fillGradebook(bytes, { ...GRADES, ...grades });
  if (outcome.ok) throw new Error("not refused");
  return outcome.code;
}

/** As Canvas exports it, with quoted names, a byte order mark, Windows line ends and columns of other assignments. */
function canvas(students = STUDENTS): string {
  const rows = students.map((id, k) => `"Niño, Ana ${k}",${900 + k},${id},u${id},"CPE 101, G1",,=SUM(F3),"a ""b"""`);
  return (
    "\uFEFFStudent,ID,SIS User ID,SIS Login ID,Section,Half adder (4711),Current Score,Notes\r\n" +
    ",,,,,Manual Posting,(read only),\r\n" +
    "    Points Possible,,,,,10,(read only),\r\n" +
    `${rows.join("\r\n")}\r\n"Student, Test",9999,,abc,"CPE 101, G1",,,\r\n`
  );
}

describe("a Canvas export", () => {
  test("of 64 students gets its grades; everything else stays byte for byte", () => {
    const gradebook = filled(canvas());
    const expected = canvas().split("\r\n");
    STUDENTS.forEach((_, k) => {
      expected[k + 3] = expected[k + 3]!.replace('G1",,', `G1",${k % 11},`);
    });
    expect(gradebook.text).toBe(expected.join("\r\n"));
    expect([gradebook.kind, gradebook.column, gradebook.filled]).toEqual(["canvas", "Half adder (4711)", 64]);
    // Canvas's "Student, Test" is not a student.
    expect(gradebook.unmatchedRows).toEqual([]);
    expect([gradebook.warnings, gradebook.replaced, gradebook.ambiguous]).toEqual([[], [], []]);
  });

  test("a student who was excused stays so, and is listed", () => {
    const excused = canvas(STUDENTS.slice(0, 2)).replace('G1",,', 'G1",EX,');
    const gradebook = filled(excused);
    expect(gradebook.text).toBe(excused.replace('G1",,', 'G1",1,'));
    expect([gradebook.filled, gradebook.replaced]).toEqual([1, []]);
    expect(gradebook.locked).toEqual([{ row: 4, name: "Niño, Ana 0", ids: [STUDENTS[0]] }]);
  });

  test("a number of Canvas's own is not a student's ID, even if it looks like one", () => {
    const other = `"Other, Person",${STUDENTS[2]},55,op,S2,`;
    const text = `Student,ID,SIS User ID,SIS Login ID,Section,Half adder (991)\n${other}\n"Test, Ada",7,${STUDENTS[1]},ada,S1,\n`;
    const gradebook = filled(text);
    expect(gradebook.text).toBe(text.replace("ada,S1,", "ada,S1,1"));
    expect(gradebook.unmatchedRows).toEqual([{ row: 2, name: "Other, Person", ids: [] }]);
    expect(gradebook.unmatchedStudents).toContain(STUDENTS[2]);
  });

  test("a no-break space in the assignment's name is a space", () => {
    const pasted = canvas().replace("Half adder", "Half\u00A0adder");
    expect(filled(pasted)).toMatchObject({ column: "Half\u00A0adder (4711)", added: false, filled: 64 });
  });

  test("a number in the task's own title is not mistaken for Canvas's", () => {
    const header = (...columns: string[]) => `Student,ID,SIS User ID,Section,${columns.join(",")}\n`;
    const row = `"A",1,${STUDENTS[1]},G1,5,6\n`;
    const text = `${header("Lab (555)", "Lab (3) (556)")}${row}`;
    expect(filled(text, { title: "Lab (3)" }).column).toBe("Lab (3) (556)");
    expect(filled(`${header("Lab (555)", "Other (556)")}${row}`, { title: "Lab (3)" })).toMatchObject({
      column: "Lab (3)",
      replaced: [],
    });
  });

  test.each([
    ["\r\n", "\n"],
    ["\n", "\r\n"],
    ["\r", "\n"],
  ])("rows with other line ends than the first one, and an empty last line, stay (%j, %j)", (first, others) => {
    const [header, ...rows] = canvas(STUDENTS.slice(0, 3)).trimEnd().split("\r\n");
    const text = [header! + first, ...rows.map((row) => row + others), others].join("");
    const whole = filled(canvas(STUDENTS.slice(0, 3)))
      .text.trimEnd()
      .split("\r\n");
    expect(filled(text).text).toBe([whole[0]! + first, ...whole.slice(1).map((row) => row + others), others].join(""));
    const added = filled(text, { title: "Another" }).text.split(others);
    expect(added.filter((line) => line.includes(STUDENTS[2]!))).toHaveLength(1);
    expect(added.at(-1)).toBe("");
  });

  test("columns that Canvas manages itself take no grade, even if named or called like the task", () => {
    for (const column of ["SIS User ID", "ID", "student", "Section", "Current Score", "Notes"]) {
      expect(refused(canvas(), { column })).toBe("column-not-assignment");
      expect(refused(canvas(), { title: column })).toBe("column-not-assignment");
    }
    expect(filled(canvas(), { column: "half adder" }).filled).toBe(64);
    const named = canvas().replace("Half adder (4711)", "Section (4711)");
    expect(filled(named, { title: "Section" }).column).toBe("Section (4711)");
    const outcome = fillGradebook(new TextEncoder().encode(canvas()), { ...GRADES, column: "SIS User ID" });
    expect(outcome).toMatchObject({
      message:
        '"SIS User ID" is a column that the gradebook keeps itself, not an assignment. Name the assignment that is meant. There are: Half adder (4711).',
    });
  });

  test("a missing column is added with its points and an escaped name; a named one must exist", () => {
    const gradebook = filled(canvas(), { title: "=Quiz" });
    const lines = gradebook.text.split("\r\n");
    expect(lines[0]).toMatch(/,Notes,'=Quiz$/);
    expect(lines[2]).toMatch(/,10$/);
    expect(lines[3]).toMatch(/,0$/);
    expect(new Set(lines.slice(0, -1).map((line) => line.replace(/"[^"]*"/g, "").split(",").length)).size).toBe(1);
    expect(gradebook.added).toBe(true);
    expect(filled(canvas(), { title: "T", column: "half adder" }).column).toBe("Half adder (4711)");
    expect(refused(canvas(), { column: "Nothing" })).toBe("column-unknown");
    expect(refused(canvas().replace("Notes", "Half adder (12)"), {})).toBe("column-ambiguous");
  });

  test("a replaced grade, a different maximum and students without rows are reported", () => {
    const text = canvas(STUDENTS.slice(1)).replace('u20230005,"CPE 101, G1",,', 'u20230005,"CPE 101, G1",3,');
    const gradebook = filled(text, { maximum: 12 });
    expect(gradebook.replaced).toEqual([{ row: 8, name: "Niño, Ana 4", ids: ["20230005"], before: "3", after: "5" }]);
    expect(gradebook.warnings.join()).toContain("a maximum of 10, the task's is 12");
    expect(gradebook.unmatchedStudents).toEqual(["20230000"]);
  });

  test("ambiguous rows are left alone: two rows of one student, one row of two", () => {
    const twice = canvas([...STUDENTS, STUDENTS[7]!]).replace("902,20230002,u20230002", "902,20230002,20230003");
    const gradebook = filled(twice);
    expect(gradebook.ambiguous.map(({ row }) => row)).toEqual([6, 7, 11, 68]);
    expect(gradebook.filled).toBe(61);
    expect(gradebook.text.split("\r\n")[10]).toBe(twice.split("\r\n")[10]);
  });

  test("a student without a grade keeps the cell", () => {
    const results = GRADES.results.map((result, k) => (k === 0 ? { ...result, grade: null } : result));
    const gradebook = filled(canvas(), { results });
    expect(gradebook.ungraded).toEqual(["20230000"]);
    expect(gradebook.text.split("\r\n")[3]).toBe(canvas().split("\r\n")[3]);
  });
});

describe("a Moodle worksheet", () => {
  const header =
    'Identifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (grade)","Feedback comments"';
  const worksheet = `${header}\n${STUDENTS.map((id, k) => {
    return `"Participant ${k}","Ana ${k}",${k % 2 === 0 ? id : ""},${id}@students.example.edu,"Submitted",,10.00,${k === 3 ? "No" : "Yes"},-,`;
  }).join("\n")}`;

  test("gets grades and comments by ID number or address; formulas in comments are escaped", () => {
    const results = GRADES.results.map((result) => ({ ...result, feedback: '=HYPERLINK("x")' }));
    const gradebook = filled(worksheet, { results });
    const lines = gradebook.text.split("\n");
    expect(gradebook.kind).toBe("moodle");
    expect(lines[0]).toBe(header);
    expect(lines[2]).toBe(
      `"Participant 1","Ana 1",,20230001@students.example.edu,"Submitted",1,10.00,Yes,-,"'=HYPERLINK(""x"")"`,
    );
    expect(gradebook.text.endsWith("\n")).toBe(false);
  });

  test("comments with another file's separator are quoted", () => {
    const comments = ["late; =1+1", "late\t=1+1", "late\r=1+1"];
    const results = GRADES.results.map((result, k) => ({ ...result, feedback: comments[k] ?? "" }));
    const lines = filled(worksheet, { results }).text.split("\n");
    const written = lines.slice(1, 4).map((line) => line.slice(line.lastIndexOf(",") + 1));
    expect(written).toEqual(comments.map((comment) => `"${comment}"`));
  });

  test("a grade that cannot be changed stays, and is reported", () => {
    const gradebook = filled(worksheet);
    expect(gradebook.locked).toEqual([{ row: 5, name: "Ana 3", ids: ["20230003"] }]);
    expect(gradebook.filled).toBe(63);
    expect(gradebook.text.split("\n")[4]).toBe(worksheet.split("\n")[4]);
  });

  test("a second run updates and reports the comments of the first; a person's comment stays, and is reported", () => {
    const feedbackOf = (grade: number | null) =>
      feedbackText({ items: [{ item: 1, grade, maximum: 10, handedIn: true, comment: "", rows: [], picture: null }] });
    const results = GRADES.results.map((result) => ({ ...result, feedback: feedbackOf(result.grade) }));
    const first = filled(worksheet, { results });
    expect([first.replacedComments, first.keptComments]).toEqual([[], []]);
    const changed = results.map((result, k) =>
      k === 1 ? { ...result, grade: 2.5, feedback: feedbackOf(2.5) } : result,
    );
    const written = first.text.replace("Item 1: 4 of 10.", "Retake on Monday");
    const second = filled(written, { results: changed });
    const added = "Item 1: 1 of 10.";
    expect(second.replacedComments).toEqual([
      { row: 3, name: "Ana 1", ids: ["20230001"], before: added, after: "Item 1: 2.5 of 10." },
    ]);
    expect(second.keptComments).toEqual([{ row: 6, name: "Ana 4", ids: ["20230004"] }]);
    const lines = second.text.split("\n");
    expect([lines[2], lines[5]].map((line) => line!.split(",").slice(5))).toEqual([
      ["2.5", "10.00", "Yes", "-", "Item 1: 2.5 of 10."],
      ["4", "10.00", "Yes", "-", "Retake on Monday"],
    ]);
  });

  test("Excel's own first line is kept, and is not a row", () => {
    const text = "\uFEFFsep=;\r\nFull name;ID number;Grade\r\nCruz, Ana;20230004;\r\nBo;5;\r\n";
    const gradebook = filled(text);
    expect(gradebook.text).toBe(text.replace("20230004;", "20230004;4"));
    expect(gradebook.unmatchedRows).toMatchObject([{ row: 3, name: "Bo" }]);
  });

  test("semicolons and comments over several lines are kept", () => {
    const text = 'ID number;Grade;Feedback comments\n20230001;;"old\nlines"\n';
    expect(filled(text).text).toBe('ID number;Grade;Feedback comments\n20230001;1;"old\nlines"\n');
  });
});

describe("Canvas's other exports", () => {
  test("one without the column ID, as Canvas imports it, too", () => {
    const text = 'Student,SIS Login ID,Section,Half adder\n"Cruz, Ana",20230004,S1,\n';
    expect(filled(text)).toMatchObject({
      kind: "canvas",
      text: text.replace("S1,", "S1,4"),
      idColumns: ["SIS Login ID"],
      unmatchedRows: [],
    });
  });

  test("a student of two sections gets the grade in both rows; rows of two names stay", () => {
    const rows = [
      '"Cruz, Ana",7,20230004,S1,',
      '"Cruz, Ana",7,20230004,S2,',
      '"Li, Bo",8,20230005,S1,',
      '"Li, Cy",9,20230005,S1,',
    ];
    const text = `Student,ID,SIS User ID,Section,Half adder (7)\n${rows.join("\n")}\n`;
    const gradebook = filled(text);
    expect(gradebook.text).toBe(text.replace("S1,\n", "S1,4\n").replace("S2,", "S2,4"));
    expect(gradebook.ambiguous.map(({ row }) => row)).toEqual([4, 5]);
  });
});

describe("Moodle's files in other languages", () => {
  test.each([
    [
      "German",
      "Identifikator,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Höchste Bewertung,Bewertung kann geändert werden,Zuletzt geändert (Bewertung),Feedback als Kommentar\n" +
        'Teilnehmer/in12,Ana Cruz,20230004,ana@uni.example,,,"10,00",Ja,-,\n' +
        'Teilnehmer/in13,Bo Li,20230005,bo@uni.example,,"3,00","10,00",Nein,-,\n',
      '20230004,ana@uni.example,,4,"10,00",Ja,-,Well',
      "Bewertung",
    ],
    [
      "Spanish, without ID numbers",
      'Identificador,"Nombre completo","Dirección de correo",Estado,Calificación,"Calificación máxima","La calificación puede ser cambiada","Última modificación (calificación)","Comentarios de retroalimentación"\n' +
        '"Participante 12","Ana Cruz",20230004@uni.example,"Sin entrega",,10.00,Sí,-,\n' +
        '"Participante 13","Bo Li",20230005@uni.example,"Sin entrega",3.00,10.00,No,-,\n',
      '20230004@uni.example,"Sin entrega",4,10.00,Sí,-,Well',
      "Calificación",
    ],
    [
      "German, with the state of the marking",
      "Identifikator,Vollständiger Name,ID-Nummer,Bewertung,Höchste Bewertung,Status des Bewertungsablaufs,Bewertung kann geändert werden,Feedback als Kommentar\n" +
        'Teilnehmer/in12,Ana Cruz,20230004,,"10,00",Nicht bewertet,Ja,\n' +
        'Teilnehmer/in13,Bo Li,20230005,"3,00","10,00",Freigegeben,Nein,\n',
      '20230004,4,"10,00",Nicht bewertet,Ja,Well',
      "Bewertung",
    ],
  ])("the grading worksheet in %s", (_, text, line, column) => {
    const results = GRADES.results.map((result) => ({ ...result, feedback: "Well" }));
    const gradebook = filled(text, { results });
    expect(gradebook.text).toContain(line);
    expect(gradebook.text.split("\n")[2]).toBe(text.split("\n")[2]);
    expect(gradebook).toMatchObject({ kind: "moodle", column, filled: 1, locked: [{ row: 3, name: "Bo Li" }] });
    expect(gradebook.warnings).toEqual([]);
  });

  test("the export of the grader report", () => {
    const text =
      'Vorname,Nachname,ID-Nummer,Institution,E-Mail-Adresse,"Aufgabe: Half adder (Punkte)","Aufgabe: Half adder (Feedback)","Kurs gesamt (Punkte)"\n' +
      "Ana,Cruz,20230004,,ana@uni.example,-,Gut,-\n";
    expect(filled(text)).toMatchObject({
      kind: "moodle",
      text: text.replace("ana@uni.example,-", "ana@uni.example,4"),
      column: "Aufgabe: Half adder (Punkte)",
      replaced: [],
    });
    expect(refused(text, { title: "Another" })).toBe("column-unknown");
    expect(refused(text, { column: "Kurs gesamt (Punkte)" })).toBe("column-not-assignment");
  });
});

test("a Brightspace export is filled, and its points compared", () => {
  const text =
    "OrgDefinedId,Username,Last Name,First Name,Email,Half adder Points Grade <Numeric MaxPoints:12 Weight:10>,Calculated Final Grade Numerator,End-of-Line Indicator\n" +
    "#20230004,#acruz,Cruz,Ana,ana@uni.example,,5,#\n";
  expect(filled(text)).toMatchObject({
    kind: "brightspace",
    text: text.replace("example,,5", "example,4,5"),
    idColumns: ["OrgDefinedId"],
    warnings: ["The gradebook says a maximum of 12, the task's is 10. Grades were not scaled."],
  });
  const unknown = fillGradebook(new TextEncoder().encode(text), { ...GRADES, title: "Another" });
  expect(unknown).toMatchObject({
    code: "column-unknown",
    columns: ["Half adder Points Grade <Numeric MaxPoints:12 Weight:10>"],
  });
});

test.each([
  ["English", "Total Pts: up to 20 Score", "Total Pts: 10 Score"],
  ["German", "Gesamtpunkte: bis zu 20 Punktzahl", "Gesamtpunkte: 10 Punktzahl"],
])("a Blackboard export in UTF-16 is filled: %s", (_, total, points) => {
  const text =
    `"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Half adder [${total}] |100"\t"Half adder [${points}] |101"\r\n` +
    '"Cruz"\t"Ana"\t"acruz"\t"20230004"\t"7.00"\t""\r\n';
  const outcome = fillGradebook(encodeText(`\uFEFF${text}`, "utf-16le")!, GRADES);
  expect(outcome.ok && outcome.gradebook).toMatchObject({
    kind: "blackboard",
    encoding: "utf-16le",
    text: `\uFEFF${text.replace('"7.00"\t""', '"7.00"\t"4"')}`,
    warnings: [],
  });
});

describe("an unknown table", () => {
  const text = "Kennung;Wer;Note\r\n20230004;Ana;\r\n20239999;Bo;3\r\n";

  test("is filled after a person has named its columns", () => {
    const outcome = fillGradebook(new TextEncoder().encode(text), GRADES);
    expect(outcome).toMatchObject({ code: "unknown-gradebook", columns: ["Kennung", "Wer", "Note"] });
    expect(filled(text, { idColumn: "kennung", column: "Note" })).toMatchObject({
      kind: "table",
      text: text.replace("Ana;", "Ana;4"),
      idColumns: ["Kennung"],
      filled: 1,
      unmatchedRows: [{ row: 3 }],
    });
  });

  test("is refused without a column of that name, or one for the grades", () => {
    expect(refused(text, { idColumn: "Nummer", column: "Note" })).toBe("id-column-unknown");
    expect(refused(text, { idColumn: "Kennung" })).toBe("column-unknown");
    expect(refused(text, { idColumn: "Kennung", column: "Kennung" })).toBe("column-not-assignment");
  });
});

test("a file of 100,000 columns is filled in seconds, not hours", { timeout: 30_000 }, () => {
  const columns = Array.from({ length: 100_000 }, (_, column) => `c${column} (1)`);
  const text = `Student,ID,${columns.join()}\nAna,${STUDENTS[3]}${",".repeat(columns.length)}\n`;
  expect(filled(text).text.startsWith(`${text.slice(0, text.indexOf("\n"))},Half adder\n`)).toBe(true);
});

test("cells of 100,000 characters are no obstacle", () => {
  const long = "9-".repeat(50_000);
  expect(filled(`Student,ID,SIS User ID\n${long},${long},${STUDENTS[3]}\n${long},1,${long}\n`).filled).toBe(1);
});

test("a file of 10,000 rows is filled, and one of more is refused before all of it is read", () => {
  const rows = (count: number) => `Student,ID,SIS User ID\n${"x,1\n".repeat(count - 1)}`;
  expect(filled(rows(10_000)).filled).toBe(0);
  expect(refused(rows(1_000_000))).toBe("too-many-rows");
});

test("a file that is not a gradebook is refused, with what to do", () => {
  expect(refused("")).toBe("empty");
  expect(refused("a,b\n1,2\n")).toBe("unknown-gradebook");
  expect(refused(new Uint8Array([0x53, 0, 0, 0x2c]))).toBe("not-text");
  expect(refused('Student,ID\n"open')).toBe("not-csv");
});

test.each(["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const)(
  "a file in %s stays in it, byte for byte",
  (encoding) => {
    const before = canvas(STUDENTS.slice(0, 2)).slice(encoding === "windows-1252" ? 1 : 0);
    const outcome = fillGradebook(encodeText(before, encoding)!, GRADES);
    expect(outcome.ok && outcome.gradebook.encoding).toBe(encoding);
    expect(outcome.ok && outcome.gradebook.text).toBe(before.replace('G1",,', 'G1",0,').replace('G1",,=', 'G1",1,='));
  },
);

test("a file in Windows-1252 becomes UTF-8 if a comment has letters that it lacks", () => {
  const worksheet = "Full name,ID number,Grade,Feedback comments\nJürgen,20230001,,\nZoë,20230002,,\n";
  const results = [{ studentId: "20230001", grade: 1, feedback: "Y ≠ A" }];
  const outcome = fillGradebook(encodeText(worksheet, "windows-1252")!, { ...GRADES, results });
  expect(outcome.ok && outcome.gradebook).toMatchObject({
    text: `\uFEFF${worksheet.replace("20230001,,", "20230001,1,Y ≠ A")}`,
    encoding: "utf-8",
    warnings: ["Comments have letters that the file's Windows-1252 lacks: the whole file is now UTF-8."],
  });
});
