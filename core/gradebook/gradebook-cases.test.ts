import { expect, test } from "vitest";
import { encodeText, type TextEncoding } from "../rules/files/text-encoding.ts";
import { fillGradebook, type GradebookGrades } from "./fill-gradebook.ts";

const GRADES: GradebookGrades = {
  title: "Half adder",
  maximum: 20,
  results: [
    { studentId: "20240101", grade: 17, feedback: "Item 1: 17 of 20." },
    { studentId: "20240102", grade: null, feedback: "" },
  ],
};

const MOODLE_ES =
  'Identificador,"Nombre completo","Número de ID",Estado,Calificación,"Calificación máxima","La calificación puede ser cambiada","Última modificación (calificación)","Comentarios de retroalimentación"\n';
const MOODLE_FR =
  'Identifiant,"Nom complet","Numéro d’identification",Statut,Note,"Note maximale","La note peut être modifiée","Dernière modification (note)","Feedback par commentaires"\n';

interface Case {
  /** The gradebook, with `{grade}` and `{comment}` where they go. */
  readonly text: string;
  readonly encoding?: TextEncoding;
  readonly named?: Pick<GradebookGrades, "column" | "idColumn">;
}

/** By the programs' documented columns. */
const FILLED: Readonly<Record<string, Case>> = {
  "Canvas with manual posting and read-only columns": {
    text: '\uFEFFStudent,ID,SIS User ID,SIS Login ID,Section,Half adder (991),Current Score\r\n,,,,,Manual Posting,(read only)\r\n    Points Possible,,,,,20,(read only)\r\n"Test, Ada",7,20240101,ada,"S1 and S2",{grade},\r\n"Student, Test",99,,abc,S1,,\r\n',
  },
  "Canvas below a title": {
    text: 'Course: Digital Logic, Fall\nStudent,ID,SIS User ID,Section,Half adder (991)\n    Points Possible,,,,20\n"Test, Ada",7,20240101,S1,{grade}\n',
  },
  "Moodle's worksheet below two titles and an empty line": {
    text: "sep=;\r\nCPE 101\r\nTerm;Fall\r\n\r\nIdentifier;Full name;ID number;Grade;Maximum Grade\r\nParticipant 71;Ada Test;20240101;{grade};20\r\n",
  },
  "another table below a title that ends in empty cells": {
    text: "Course,CPE 101,\nNr,Code,Points\n1,20240101,{grade}\n",
    named: { idColumn: "code", column: "points" },
  },
  "Canvas with semicolons": {
    text: 'Student;ID;SIS User ID;SIS Login ID;Section;Half adder (991)\n    Points Possible;;;;;20,0\n"Test, Ada";7;20240101;ada;S1;{grade}\n',
  },
  "Canvas without the column ID": {
    text: 'Student,SIS Login ID,Section,Half adder\n"Test, Ada",20240101,S1,{grade}\n',
  },
  "Canvas with the integration's ID": {
    text: 'Student,ID,SIS User ID,Integration ID,Section,Half adder (991)\n"Test, Ada",7,,20240101,S1,{grade}\n',
  },
  "Canvas with addresses for logins": {
    text: 'Student,ID,SIS Login ID,Section,Half adder (991)\n"Test, Ada",7,20240101@u.example,S1,{grade}\n',
  },
  "Canvas with IDs as decimals": {
    text: 'Student,ID,SIS User ID,Section,Half adder (991)\n"Test, Ada",7,20240101.0,S1,{grade}\n',
  },
  "Moodle's worksheet": {
    text: 'Identifier,"Full name","ID number",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (grade)","Feedback comments"\n"Participant 71","Ada Test",20240101,"Submitted for grading",{grade},20.00,Yes,-,{comment}\n',
  },
  "Moodle's worksheet in German": {
    text: 'Identifikator,Vollständiger Name,ID-Nummer,Status,Bewertung,Höchste Bewertung,Bewertung kann geändert werden,Zuletzt geändert (Bewertung),Feedback als Kommentar\nTeilnehmer/in71,Ada Test,20240101,,{grade},"20,00",Ja,-,{comment}\n',
  },
  "Moodle's worksheet in Spanish": {
    text: `${MOODLE_ES}Participante1,"Ada Test",20240101,"Enviado para calificar",{grade},"20,00",Sí,-,{comment}\nParticipante2,Bo,20240102,Enviado,,"20,00",No,-,\n`,
  },
  "Moodle's worksheet in French": {
    text: `${MOODLE_FR}Participant1,"Ada Test",20240101,"Remis pour évaluation",{grade},"20,00",Oui,-,{comment}\n`,
  },
  "Moodle's worksheet in Polish, whose feedback column has no known heading": {
    text: 'Identyfikator,"Imię i nazwisko","Numer ID",Status,Ocena,"Maksymalna ocena","Ocena może zostać zmieniona","Ostatnio modyfikowane (ocena)","Informacja zwrotna"\nUczestnik1,"Ada Test",20240101,Przesłane,{grade},"20,00",Tak,-,{comment}\n',
  },
  "Moodle's grader report in Japanese": {
    text: "名,姓,IDナンバー,課題：Half adder (実データ),コース合計 (実データ)\nAda,Test,20240101,{grade},-\n",
  },
  "Canvas with names in two columns": {
    text: "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Half adder (991)\n    Points Possible,,,,,,20\nTest,Ada,7,20240101,ada,S1,{grade}\nStudent,Test,99,,x,S1,\n",
  },
  "Blackboard in German with IDs as user names": {
    text: '"Nachname","Vorname","Benutzername","Half adder [Gesamtpunkte: 20 Punktzahl] |2"\n"Test","Ada","20240101","{grade}"\n',
  },
  "Moodle's worksheet with addresses for IDs": {
    text: 'Identifiant,"Nom complet","Adresse de courriel",Statut,Note,"Note maximale","La note peut être modifiée"\nParticipant1,"Ada Test",20240101@u.example,"Remis",{grade},"20,00",Oui\n',
  },
  "Moodle's grader report in German": {
    text: 'Vorname,Nachname,ID-Nummer,Institution,E-Mail-Adresse,"Aufgabe: Half adder (Punkte)","Kurs gesamt (Punkte)"\nAda,Test,20240101,,a@u.example,{grade},-\n',
  },
  "Moodle's grader report in Spanish": {
    text: 'Nombre,"Apellido(s)","Número de ID","Tarea: Half adder (Real)","Total del curso (Real)"\nAda,Test,20240101,{grade},-\n',
  },
  "Moodle's grader report in French": {
    text: 'Prénom,Nom,"Numéro d’identification","Devoir : Half adder (Brut)","Total du cours (Brut)"\nAda,Test,20240101,{grade},-\n',
  },
  "Moodle's grader report with an item for work on paper": {
    text: "First name,Last name,ID number,Half adder (Real),Quiz: Q1 (Real),Course total (Real)\nAda,Test,20240101,{grade},3.00,-\n",
  },
  "Moodle's grader report with items for work on paper alone": {
    text: 'Nombre,"Apellido(s)","Número de ID","Half adder (Real)","Total del curso (Real)","Última descarga"\nAda,Test,20240101,{grade},-,1767312000\n',
  },
  "Moodle's grader report with items for work on paper, shown in three ways": {
    text: "First name,Last name,ID number,Half adder (Real),Half adder (Percentage),Half adder (Letter),Course total (Real),Course total (Percentage),Course total (Letter)\nAda,Test,20240101,{grade},-,-,-,-,-\n",
    named: { column: "Half adder (Real)" },
  },
  "a table whose IDs have SITS's number of the course": {
    text: "SPR Code,Name,Mark\n20240101/1,Ada Test,{grade}\n",
    named: { idColumn: "SPR Code", column: "Mark" },
  },
  Brightspace: {
    text: 'OrgDefinedId,Username,Last Name,First Name,"Half adder Points Grade <Numeric MaxPoints:20 Weight:5 Category:Labs>",Calculated Final Grade Numerator,End-of-Line Indicator\n#20240101,#ada,Test,Ada,{grade},5,#\n',
  },
  "Brightspace with user names alone": {
    text: 'Username,"Half adder Points Grade",End-of-Line Indicator\n20240101,{grade},#\n',
  },
  "Blackboard, as Excel opens it": {
    text: '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Weighted Total [Total Pts: up to 0 Percentage] |1"\t"Half adder [Total Pts: 20 Score] |2"\n"Test"\t"Ada"\t"ada"\t"20240101"\t""\t"{grade}"\n',
    encoding: "utf-16le",
  },
  "Blackboard in Spanish": {
    text: '"Apellidos","Nombre","ID de alumno","Half adder [Puntos totales: 20 Puntuación] |2"\n"Test","Ada","20240101","{grade}"\n',
  },
  "a table of one's own": {
    text: "Nr;Matrikel;Punkte\r\n1;20240101;{grade}\r\n",
    named: { idColumn: "Matrikel", column: "Punkte" },
  },
  "a table of one's own in Windows-1252": {
    text: "Matrikel;Name;Übung\r\n20240101;José;{grade}\r\n",
    encoding: "windows-1252",
    named: { idColumn: "Matrikel", column: "Übung" },
  },
  "a table with a column called like the task": {
    text: "Matrikel,Half adder\n20240101,{grade}\n",
    named: { idColumn: "Matrikel" },
  },
};

test.each(Object.entries(FILLED))("%s", (_, { text, encoding = "utf-8", named }) => {
  const filledWith = (grade: string, comment: string) => text.replace("{grade}", grade).replace("{comment}", comment);
  const outcome = fillGradebook(encodeText(filledWith("", ""), encoding)!, { ...GRADES, ...named });
  expect(outcome.ok ? outcome.gradebook.text : outcome.message).toBe(filledWith("17", "Item 1: 17 of 20."));
  expect(outcome.ok && outcome.gradebook.encoding).toBe(encoding);
});

test.each([
  ["is in the file", "Half adder", 'Half adder,20240101,"Test, Ada",17,20\n', []],
  ["is called differently", "ha1", 'ha1,20240101,"Test, Ada",,20\n', [2, 3]],
])(
  "of nbgrader's rows for each student and assignment, where the task %s, no other gets the grade",
  (_, name, own, ambiguous) => {
    const text = (row: string) => `assignment,student_id,name,score,max_score\nps1,20240101,"Test, Ada",5,10\n${row}`;
    const named = { idColumn: "student_id", column: "score" };
    const outcome = fillGradebook(new TextEncoder().encode(text(`${name},20240101,"Test, Ada",,20\n`)), {
      ...GRADES,
      ...named,
    });
    expect(outcome.ok && outcome.gradebook.text).toBe(text(own));
    expect(outcome.ok && outcome.gradebook.ambiguous.map(({ row }) => row)).toEqual(ambiguous);
  },
);

test("points of an exam in a row for each student are no assignment, and no part of the student's name", () => {
  const bytes = new TextEncoder().encode("Student ID,Name,Exam,Half adder\n20240101,Ada Test,12,5\n20240102,Bo Li,,\n");
  const outcome = fillGradebook(bytes, { ...GRADES, idColumn: "Student ID", column: "Half adder" });
  expect(outcome.ok && outcome.gradebook.replaced.map(({ name }) => name)).toEqual(["Ada Test"]);
});

/** What needs a person, with the code of the reason. */
const REFUSED: Readonly<Record<string, readonly [text: string, code: string]>> = {
  "Moodle's grader report with points, percentages and feedback": [
    'First name,Last name,ID number,"Assignment: Half adder (Real)","Assignment: Half adder (Percentage)"\nAda,Test,20240101,-,-\n',
    "column-ambiguous",
  ],
  "Blackboard's column of percentages": [
    '"Username","Student ID","Half adder [Total Pts: 20 Percentage] |1"\n"ada","20240101",""\n',
    "column-without-points",
  ],
  "Blackboard's column of letters in German": [
    '"Benutzername","Half adder [Gesamtpunkte: 20 Buchstabe] |1"\n"20240101",""\n',
    "column-without-points",
  ],
  "a column that Canvas computes, in German": [
    'Student,ID,SIS User ID,SIS Login ID,Section,Lab (990),Half adder\n    Points Possible,,,,,20,(schreibgeschützt)\n"Test, Ada",7,20240101,ada,S1,,\n',
    "column-not-assignment",
  ],
  "the total of Moodle's grader report": [
    "First name,Last name,ID number,Lab (Real),Half adder (Real)\nAda,Test,20240101,-,-\n",
    "column-unknown",
  ],
  "percentages alone in Moodle's grader report": [
    "First name,Last name,ID number,Assignment: Half adder (Percentage)\nAda,Test,20240101,85.00 %\n",
    "column-not-assignment",
  ],
  "Brightspace's column of texts": ["OrgDefinedId,Half adder Text Grade\n20240101,\n", "column-unknown"],
  Sakai: ['Student ID,Student Name,"Half adder [20]"\n20240101,"Test, Ada",\n', "unknown-gradebook"],
  Gradescope: ["First Name,Last Name,SID,Half adder\nAda,Test,20240101,\n", "unknown-gradebook"],
  "Moodle's worksheet of an assignment that is graded with a scale": [
    'Identifier,"Full name","ID number",Status,Grade,Scale,"Grade can be changed"\n"Participant 71","Ada Test",20240101,x,,"Fail, Pass",Yes\n',
    "gradebook-of-a-scale",
  ],
  "an .xlsx file": ["PK\u0003\u0004\u0000\u0000", "not-text"],
};

test.each(Object.entries(REFUSED))("%s: a person is asked", (_, [text, code]) => {
  expect(fillGradebook(encodeText(text, "utf-8")!, GRADES)).toMatchObject({ ok: false, code });
});

test("rows below titles have the numbers that the file shows", () => {
  const text = "CPE 101\n\nNr,Code,Points\n1,20240101,\n2,11111111,\n";
  const outcome = fillGradebook(new TextEncoder().encode(text), { ...GRADES, idColumn: "Code", column: "Points" });
  expect(outcome.ok && outcome.gradebook.unmatchedRows).toEqual([{ row: 5, name: "2", ids: [] }]);
});

test.each([
  ["zeros", "1230001"],
  ["digits", "1.23E+06"],
])("says that a spreadsheet has dropped %s of IDs", (_, id) => {
  const text = `Student,ID,SIS User ID,Section,Half adder\n    Points Possible,,,,20\n"Test, Ada",7,${id},S1,\n`;
  const results = [{ studentId: "01230001", grade: 17, feedback: "" }];
  const outcome = fillGradebook(encodeText(text, "utf-8")!, { ...GRADES, results });
  expect(outcome.ok && outcome.gradebook).toMatchObject({ text, unmatchedStudents: ["01230001"] });
  expect(outcome.ok && outcome.gradebook.warnings[1]).toMatch(
    new RegExp(`^A spreadsheet has dropped digits of 1 ID, such as ${id.replace("+", "\\+")}\\. Export`),
  );
});

test("says that Canvas takes an assignment for a column of its own", () => {
  const text = "Student,ID,SIS User ID,Section,Final Grade quiz (9)\nAda,7,20240101,S1,\n";
  const outcome = fillGradebook(encodeText(text, "utf-8")!, { ...GRADES, title: "Final Grade quiz" });
  expect(outcome.ok && outcome.gradebook.warnings[0]).toMatch(/^Canvas does not import a column with a name such as/);
});

test("below lines about the class, as PowerSchool writes, the headings of an unknown table are offered", () => {
  const text = "Teacher Name:,Test\nPoints Possible:,20\nStudent Num,Student Name,Score\n20240101,Ada,\n";
  const outcome = fillGradebook(encodeText(text, "utf-8")!, GRADES);
  expect(!outcome.ok && outcome.columns).toEqual(["Student Num", "Student Name", "Score"]);
});

test("below a title the headings of an unknown table are offered", () => {
  const outcome = fillGradebook(new TextEncoder().encode("CPE 101\nNr,Code,Points\n1,20240101,\n"), GRADES);
  expect(!outcome.ok && outcome.columns).toEqual(["Nr", "Code", "Points"]);
});

test.each([
  [
    "Moodle's worksheet in German",
    'Identifikator,Vollständiger Name,ID-Nummer,Bewertung,Höchste Bewertung,Bewertung kann geändert werden\nTeilnehmer/in71,Ada Test,20240101,{grade},"20,00",Ja\n',
    '"16,5"',
  ],
  [
    "Canvas with semicolons",
    "Student;ID;SIS User ID;Section;Half adder\n    Points Possible;;;;20,0\nAda;7;20240101;S1;{grade}\n",
    '"16,5"',
  ],
  ["a table of a German spreadsheet", "Matrikel;Half adder\n20240101;{grade}\n", '"16,5"'],
  ["a table with semicolons and points", "Matrikel;Lab;Half adder\n20240101;7.5;{grade}\n", "16.5"],
  [
    "a table with semicolons, points and groups",
    "Matrikel;Lab;Quiz;Groups;Half adder\n20240101;7.5;8.5;1,2;{grade}\n",
    "16.5",
  ],
  ["a table with semicolons and percentages", "Matrikel;Total;Half adder\n20240101;95.5%;{grade}\n", "16.5"],
  ["a table with tabs and commas", "Matrikel\tLab\tHalf adder\n20240101\t7,5\t{grade}\n", '"16,5"'],
  ["a table with groups", 'ID,Groups,Half adder\n20240101,"1,2",{grade}\n', "16.5"],
])("writes the decimals as the numbers of %s", (_, text, grade) => {
  const results = [{ studentId: "20240101", grade: 16.5, feedback: "" }];
  const named = text.startsWith("Student") || text.startsWith("Ident") ? {} : { idColumn: text.split(/[;,\t]/)[0]! };
  const outcome = fillGradebook(encodeText(text.replace("{grade}", ""), "utf-8")!, { ...GRADES, ...named, results });
  expect(outcome.ok ? outcome.gradebook.text : outcome.message).toBe(text.replace("{grade}", grade));
});

const CANVAS_CUT =
  "Student,ID,SIS User ID,SIS Login ID,Section,Half adder (991)\n    Points Possible,,,,,20\nTest,Ada,7,20240101,ada,S1,\n";

test.each([
  ["a comma in a name", "ID,Name,Half adder\n20240101,Test, Ada,\n20240102,Bo,\n"],
  ["decimal commas", "ID,Lab,Half adder\n20240101,7,5,\n20240102,8,\n"],
  ["a note behind the last column", "ID,Half adder\n20240101,,absent\n20240102,\n"],
  // LibreOffice splits at commas and semicolons at once, and fills up the row of headings.
  ["a comma in a name, with an empty heading", "ID;Name;Half adder;\n20240101;Test; Ada;12\n20240102;Bo;;\n"],
  ["commas in all names", "ID,Name,Half adder\n20240101,Test, Ada,\n"],
  ["a comma in a name below Canvas's points", CANVAS_CUT],
])("a row that is longer than the headings by %s stays, and is named", (_, text) => {
  const named = text === CANVAS_CUT ? {} : { idColumn: "ID" };
  const outcome = fillGradebook(new TextEncoder().encode(text), { ...GRADES, ...named });
  const gradebook = outcome.ok ? outcome.gradebook : null;
  const row = text === CANVAS_CUT ? 3 : 2;
  expect(gradebook).toMatchObject({ text, filled: 0, ambiguous: [{ row, ids: ["20240101"] }] });
  expect(gradebook?.warnings.at(-1)).toMatch(`Rows with more cells than the headings were left unchanged: ${row}. `);
});

test("a number of Canvas that a spreadsheet has rounded is named, as Canvas finds students by it", () => {
  const text = 'Student,ID,SIS User ID,Section,Half adder\nAda,"1,0987E+17",20240101,S1,\nBo,7,20240102,S1,\n';
  const outcome = fillGradebook(new TextEncoder().encode(text), GRADES);
  expect(outcome.ok && outcome.gradebook.warnings).toContainEqual(
    expect.stringMatching(
      /^A spreadsheet has dropped digits of 1 ID, such as 1,0987E\+17\. Export the gradebook again/,
    ),
  );
});

test.each([
  [
    "an ID that is whole as a spreadsheet shows it",
    "Student,ID,SIS User ID,Section,Half adder\nAda,7,2.0240101E+07,S1,\n",
  ],
  [
    "a number that is no ID",
    "First name,Last name,ID number,Half adder (Real),Course total (Real),Last downloaded\nAda,Test,20240101,,-,1.7673E+09\n",
  ],
])("says nothing of %s", (_, text) => {
  const outcome = fillGradebook(new TextEncoder().encode(text), GRADES);
  expect(outcome.ok && outcome.gradebook).toMatchObject({ filled: 1, warnings: [] });
});

test("a web page or an XML file, as LibreOffice saves it, is refused", () => {
  const outcome = fillGradebook(new TextEncoder().encode("<!DOCTYPE html>\n<html>"), GRADES);
  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("a web page or an XML file") });
});

test("a separator at the end of every row moves nothing", () => {
  const text = "ID,Half adder\n20240101,{grade},\n20240102,,\n";
  const outcome = fillGradebook(new TextEncoder().encode(text.replace("{grade}", "")), { ...GRADES, idColumn: "ID" });
  expect(outcome.ok && outcome.gradebook.text).toBe(text.replace("{grade}", "17"));
});
