import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePdf } from "../../core/basics/write-pdf.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { tableRows, truthTable } from "../../core/boolean/truth-table.ts";
import { gradeItem } from "../../core/grade/grade-item.ts";
import { drawCircuit } from "../../core/testdata/drawn-pages/draw-circuit.ts";
import {
  ANSWERS,
  type DrawnAnswer,
  fileNameOf,
  SCRAP,
  STUDENTS,
  studentId,
  TASK,
} from "../../core/testdata/drawn-pages/page-list.ts";
import { renderAnswer } from "../../core/testdata/drawn-pages/render-answer.ts";
import type { SheetRaster } from "../../core/testdata/render/photograph.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { hostileFiles } from "./hostile-files.ts";
import { sampleTemplate } from "./sample-template.ts";

const TESTDATA = join(import.meta.dirname, "../../core/testdata");

/**
 * Makes `pages/` and `hostile/` of core/testdata again, byte for byte: `npx tsx bench/pages/make-pages.ts`. With `--out
 * DIR` they are made there, to look at or compare.
 */
async function makePages(args: readonly string[]): Promise<void> {
  const target = args[0] === "--out" && args[1] !== undefined ? args[1] : TESTDATA;
  const pages = join(target, "pages");
  const hostile = join(target, "hostile");
  for (const folder of [pages, hostile]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const templates = await Promise.all(TASK.items.map(({ item }) => sampleTemplate(item)));
  const expected: object[] = [];
  let scanned: Uint8Array = new Uint8Array(0);
  for (const answer of ANSWERS) {
    const { bytes, entries, picture } = await makeAnswer(answer, templates[answer.item - 1]!);
    writeFileSync(join(pages, fileNameOf(answer)), bytes);
    expected.push(...entries);
    if (answer.paper === "template-scan") scanned = picture;
    console.error(`${fileNameOf(answer)}: ${Math.round(bytes.length / 1024)} KB`);
  }
  writeJson(join(pages, "expected.json"), { pages: expected });
  writeJson(join(pages, "task.json"), TASK);
  const roster = STUDENTS.map((name, index) => {
    return `${studentId(index + 1)},${name},${name.toLowerCase().replace(" ", ".")}@students.example.edu\n`;
  });
  writeFileSync(join(pages, "roster.csv"), `student_id,name,email\n${roster.join("")}`);
  const files = hostileFiles(scanned);
  for (const { name, bytes } of files) writeFileSync(join(hostile, name), bytes);
  writeJson(join(hostile, "expected.json"), {
    files: files.map(({ name, code, note }) => ({ file: name, code, note })),
  });
}

async function makeAnswer(answer: DrawnAnswer, template: SheetRaster) {
  const { student, item, paper, extension } = answer;
  const drafter = studentId(student);
  const drawing = drawCircuit({ ...answer, id: `${drafter}-${item}`, drafter });
  checkGrade(answer, drawing.truth);
  const format = extension === "png" || extension === "gif" ? extension : "jpeg";
  const picture = await renderAnswer({ ...drawing, paper, template, studentId: drafter, format });
  const entry = {
    file: fileNameOf(answer),
    page: 1,
    student_id: drafter,
    item,
    paper,
    status: answer.grade === null ? "review" : "graded",
    grade: answer.grade,
    reasons: answer.reasons ?? [],
    inputs: drawing.truth.inputs,
    outputs: answer.outputs.map(({ name, expression }) => ({ name: answer.letters === false ? "" : name, expression })),
    gates: drawing.truth.gates,
    note: answer.note,
  };
  if (extension !== "pdf") return { bytes: picture, entries: [entry], picture };
  if (student !== 10) return { bytes: await toPdf([picture]), entries: [entry], picture };
  const scrap = drawCircuit({ id: `${drafter}-scrap`, drafter, inputs: "own", outputs: SCRAP });
  const second = await renderAnswer({ ...scrap, paper: "squared-scan", template, studentId: drafter, format });
  const extra = { file: entry.file, page: 2, student_id: drafter, item, paper: "squared-scan", status: "extra" };
  return { bytes: await toPdf([picture, second]), entries: [entry, extra], picture };
}

/** The grades in the list are a person's; the machine must agree with them on what was drawn. */
function checkGrade(answer: DrawnAnswer, truth: SketchTruth): void {
  if (!truth.usable) return;
  const outputs = truth.outputs.map(({ name, expression }) => {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return { name, expression, truth_table: tableRows(truthTable(parsed.expression, truth.inputs)) };
  });
  const keys = TASK.items[answer.item - 1]!.keys;
  const { grade, reasons } = gradeItem(keys, { inputs: truth.inputs, outputs, problems: [] });
  const codes = reasons.map(({ code }) => code).join();
  if (grade === answer.grade && codes === (answer.reasons ?? []).join()) return;
  throw new Error(`${fileNameOf(answer)}: the list says ${answer.grade}, grading ${grade} [${codes}]`);
}

/** A PDF as scanners write it: one picture per page. */
async function toPdf(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const size: [number, number] = [841.89, 595.28];
  return writePdf({ size }, (document) => {
    for (const picture of pictures) {
      document.addPage().image(Buffer.from(picture), 0, 0, { width: size[0], height: size[1] });
    }
  });
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

await makePages(process.argv.slice(2));
