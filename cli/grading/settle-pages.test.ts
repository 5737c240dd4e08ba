import { describe, expect, test } from "vitest";
import { statementsOf } from "../../core/page-record/from-records.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { nextWords, type PageWords, withWords } from "../pages/page-words.ts";
import { type SettledPage, settlingStatements } from "../pages/settled-pages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { AND, grade, page, task, XOR } from "../testdata/read-pages.ts";
import { readAsChosen } from "./conclude-batch.ts";
import type { GradeRecord } from "./grade-record.ts";

const SAID = { studentId: null, item: null, grade: null, reading: "", comment: "", ignore: false };

function wordsOf(pages: readonly BatchPage[], said: readonly Partial<SettledPage>[]): PageWords {
  const words = said.flatMap((each) => {
    const file = each.file ?? pages[0]!.file.file;
    const settled = { ...SAID, file, page: 1, sha256: file, ...each };
    const looks = pages.find(({ result }) => result.fileHash === file)?.result.reading?.looks;
    return nextWords(settled, settlingStatements([], settled, looks), { words: new Map(), at: 0 });
  });
  return withWords(new Map(), words);
}

function settle(pages: readonly BatchPage[], ...said: Partial<SettledPage>[]): GradeRecord {
  return grade(pages, null, { words: wordsOf(pages, said) });
}

describe("pages that cannot be answers", () => {
  const signed = { ...task, template_key: "k".repeat(32) };
  const qr = formatQrText(
    { taskId: "t1", item: 1, studentId: "12345678" },
    { origin: "https://x.example", secret: signed.template_key },
  );
  const front = page("scan.pdf", XOR, { pageCount: 3, qr });
  const back = page("scan.pdf", [], { page: 2, pageCount: 3, noAnswer: "blank" });
  const cover = page("scan.pdf", [], { page: 3, pageCount: 3, noAnswer: "no-circuit" });

  test("are set aside without a question, and counted", () => {
    const record = grade([front, back, cover], null, { task: signed });
    expect(record.files.map(({ status, no_answer }) => [status, no_answer])).toEqual([
      ["graded", null],
      ["extra", "blank"],
      ["extra", "no-circuit"],
    ]);
    expect(record.queue).toEqual([]);
    expect(record.summary).toMatchObject({ pages: 3, graded: 1, queued: 0, extra: 0, set_aside: 2 });
  });

  test("one that a person gives to a student is an answer", () => {
    const owned = settle([back], { page: 2, studentId: "12345678", item: 2 });
    expect(owned.files[0]).toMatchObject({ student_id: "12345678", counts: true, no_answer: null });
  });

  test("of a file with a student's name the page that is drawn on counts; a blank page alone is the answer", () => {
    const name = "12345678_quiz[1].pdf";
    const pages = [page(name, XOR, { pageCount: 2 }), page(name, [], { page: 2, pageCount: 2, noAnswer: "blank" })];
    expect(grade(pages).files.map(({ status, counts }) => [status, counts])).toEqual([
      ["graded", true],
      ["extra", false],
    ]);
    expect(grade([page(name, [], { noAnswer: "blank" })]).files[0]).toMatchObject({ status: "review", counts: true });
  });
});

describe("what a person has settled", () => {
  test("a grade takes a page out of the queue, whatever the question was", () => {
    const doubtful = page("12345678_quiz[1].png", XOR, { confidence: 0.1 });
    expect(grade([doubtful]).queue).toHaveLength(1);
    const record = settle([doubtful], { grade: 4, comment: "Nearly" });
    expect(record.queue).toEqual([]);
    expect(record.files[0]).toMatchObject({
      status: "graded",
      grade: 4,
      comment: "Nearly",
      decided: true,
      reasons: [],
    });
    expect(record.students[0]).toMatchObject({ status: "incomplete", total: 4 });
    expect(record.summary).toMatchObject({ graded: 1, queued: 0 });
    const unreadable = page("12345678_quiz[1].png", [], { failed: true });
    expect(settle([unreadable], { grade: 0 }).files[0]).toMatchObject({ status: "graded", grade: 0 });
  });

  test("an owner takes it out where nothing else was asked, and a comment alone does not", () => {
    const nobodys = page("IMG_7.png", XOR);
    expect(settle([nobodys], { studentId: "12345678", item: 1 }).files[0]).toMatchObject({
      status: "graded",
      student_id: "12345678",
      item: 1,
      grade: 5,
    });
    expect(settle([nobodys], { comment: "Whose?" }).files[0]).toMatchObject({ status: "failed", comment: "Whose?" });
  });

  test("a page to ignore is nobody's answer, and the other one of two counts without a question", () => {
    const two = [page("a/12345678_quiz[1].png", AND), page("b/12345678_quiz[1].png", XOR)];
    expect(grade(two).queue).toHaveLength(2);
    const ignored = settle(two, { file: two[1]!.file.file, ignore: true });
    expect(ignored.files.map(({ status, counts }) => [status, counts])).toEqual([
      ["graded", true],
      ["extra", false],
    ]);
    const graded = settle(two, { file: two[0]!.file.file, grade: 1 });
    expect(graded.files.map(({ status, counts, grade }) => [status, counts, grade])).toEqual([
      ["graded", true, 1],
      ["extra", false, 5],
    ]);
  });

  test("words about another picture do not count", () => {
    const doubtful = page("12345678_quiz[1].png", XOR, { confidence: 0.1 });
    expect(settle([doubtful], { grade: 4, sha256: "other" }).queue).toHaveLength(1);
  });
});

describe("a reading that a person chose", () => {
  const doubtful = page("12345678_quiz[2].png", AND, { confidence: 0.7 });
  const strict = { certainty: 99.9 };
  const choices = grade([doubtful], null, strict).files[0]!.question!.choices;

  const asRead = { statements: [{ kind: "choice", text: "As it was read." }] };

  function choose(reading: string): GradeRecord {
    const points = choices.find(({ name }) => name === reading)?.points ?? 0;
    const words = wordsOf([doubtful], [{ grade: points, reading }]);
    return grade(readAsChosen([doubtful], { words }), null, { ...strict, words });
  }

  test("gives the page its circuit, tables and results as well as its points", () => {
    expect(choices.map(({ points }) => points)).toEqual([3, 0]);
    const nand = choose(choices[1]!.name);
    expect(nand.files[0]).toMatchObject({
      status: "graded",
      by: "person",
      grade: 0,
      proposed: 0,
      said: { statements: [{ text: choices[1]!.text, netlist: { gates: [{ class_name: "NAND" }] } }] },
      outputs: [{ expression: "~(A & B)", truth_table: ["001", "011", "101", "110"] }],
      rows: [{ result: "Mismatch", drawn: { expression: "~(A & B)" }, grade: 0 }],
      question: null,
      reasons: [],
    });
    const and = choose(choices[0]!.name);
    expect(and.files[0]).toMatchObject({ grade: 3, said: asRead, rows: [{ result: "Match" }] });
    // It is in the group of what it was taken for.
    expect(nand.files[0]!.group).not.toBe(and.files[0]!.group);
  });

  test("in the web counts here, too, with the points of its keys, unless another one is chosen here", () => {
    const { said } = choose(choices[1]!.name).files[0]!;
    const place = { sha256: doubtful.file.file, page: 1, turn: 0 } as const;
    const inWeb = [{ ...place, threshold: "auto" as const, statements: statementsOf(said!) }];
    const pulled = readAsChosen([doubtful], { words: new Map(), web: inWeb });
    expect(grade(pulled, null, strict).files[0]).toMatchObject({ grade: 0, by: "person", said, reasons: [] });
    const words = wordsOf([doubtful], [{ grade: 3, reading: choices[0]!.name }]);
    const here = readAsChosen([doubtful], { words, web: inWeb });
    const both = { statements: [{ text: choices[1]!.text }, ...asRead.statements] };
    expect(grade(here, null, strict).files[0]!).toMatchObject({ grade: 3, said: both });
  });

  test("leaves the page as it was read if no reading has this name any more", () => {
    expect(choose("0123456789ab").files[0]).toMatchObject({ grade: 0, proposed: 3, said: null, by: "person" });
  });
});
