import { openFontBook } from "../fonts/font-book.ts";
import { gradeItem } from "../grade/grade-item.ts";
import { openOnnxDetector, readModelFiles } from "../marks/detector/onnx-detector.ts";
import { LETTER_CLASSES } from "../marks/texts/letter-classes.ts";
import { VERILOG_NAMES } from "../netlist/formats/verilog-names.ts";
import { readHeader } from "../opening/read-header.ts";
import { openPageReader } from "../read-page.ts";
import { formatQrText, taskKey } from "../template/qr-text.ts";
import { bitmap } from "../wires/trace/bitmap.ts";
import { netlistOf } from "./netlist-of.ts";
import { readSample, sampleImage } from "./sample-pages.ts";

const FILE = "20230001_quiz[1].png";
const nand = netlistOf(["Y = NAND(A, B)"]);
const halfAdder = netlistOf(["S = XOR(A, B)", "C = AND(A, B)"], ["S", "C"]);

const image = () => sampleImage({ file: FILE, page: 1 });
const openReader = () => openPageReader();
const reading = async () => (await openReader()).read(await image());
const sight = async () => (await (await openReader()).see(await image())).sight;

const SECRET = "a secret of the examples";
const ORIGIN = "https://grading.example.edu";
const key = taskKey(SECRET, "t1");
const signedText = formatQrText({ taskId: "t1", item: 2, studentId: "20230001" }, { origin: ORIGIN, secret: key });

/** Two gates and a wire, laid out as every drawing of this structure is. */
const laidOut = (id: string) => ({
  id,
  author: id,
  structure: "an AND drives an OR",
  nodes: ["AND", "OR"].map((name, at) => ({ kind: "gate", name, x: 40 * at, y: 7 * at, width: 20, height: 16 })),
  wires: [[0, 1].map((at) => ({ x: 40 * at, y: 7 * at }))],
});

/** A page that draws an OR, whose key was an XOR and is an OR now. */
function regradedPage() {
  const tables = { inputs: ["A", "B"], problems: [] };
  const output = { name: "OUT 1", expression: "A | B", truth_table: ["000", "011", "101", "111"] };
  const judged = (expression: string) => gradeItem([{ expression, grade: 5 }], { ...tables, outputs: [output] });
  const points = { given: 0, overridden: false, before: judged("A ^ B"), after: judged("A | B") };
  return { id: "1", studentId: "20230001", item: 1, ...points };
}

const right = { output: "OUT 1", expression: "A ^ B", result: "Match", grade: 5, maximum: 5 };
const feedback = {
  items: [
    { item: 1, grade: 5, maximum: 5, comment: "", rows: [right] },
    { item: 2, grade: 0, maximum: 5, comment: "Drawn in pencil.", rows: [] },
  ],
};

/** 0.97 for the letter A, and the rest for nothing. */
const scoresOfA = LETTER_CLASSES.map((name) => (name === "A" ? 0.97 : 0));

/** A horizontal line, three pixels thick. */
const thickLine = bitmap(
  9,
  Uint8Array.from({ length: 63 }, (_, at) => Number(at >= 18 && at < 45)),
);

/** What examples use without defining it: a drawn page, what was read on it, circuits and keys. Made when needed. */
export const EXAMPLE_VALUES: Readonly<Record<string, () => unknown>> = {
  fonts: () => openFontBook(),
  bytes: () => readSample(`pages/${FILE}`),
  pdf: () => readSample("pages/20230010_quiz[1].pdf"),
  image,
  photo: image,
  reader: openReader,
  reading,
  outcome: async () => ({ reading: await reading() }),
  keys: () => [{ expression: "A | B", grade: 5 }],
  netlist: () => netlistOf(["Y = AND(A, B)"]),
  and: () => netlistOf(["Y = AND(A, B)"]),
  nand: () => nand,
  nandOfAAndB: () => nand,
  nandWithOneWire: () => netlistOf(["Y = NAND(A, open)"]),
  halfAdder: () => halfAdder,
  a: () => halfAdder,
  b: () => halfAdder,
  taskId: () => "t1",
  secret: () => SECRET,
  origin: () => ORIGIN,
  signedText: () => signedText,
  task: () => ({ id: "t1", items: [{ item: 1 }, { item: 2 }], keys: [key] }),
  enrolled: () => () => true,
  qrText: () => "https://grading.example.edu/student-upload/t1?v=1&i=1",
  marks: () => [{ className: "AND", x: 40, y: 30, confidence: 98 }],
  others: () => [{ className: "OR", x: 80, y: 90, confidence: 98 }],
  model: () => "0".repeat(64),
  keyVersion: () => "1".repeat(64),
  manifest: () => ({
    program: "0.1.0",
    model: "0a1b2c3d4e5f",
    key_version: "9f8e7d6c5b4a",
    settings: { threshold: "auto", certainty: 98 },
  }),
  sight,
  page: async () => (await sight()).page,
  pages: () => [regradedPage()],
  detector: async () => openOnnxDetector(await readModelFiles(new URL("../../models/", import.meta.url))),
  readHeader: () => readHeader,
  scoresOfA: () => scoresOfA,
  thickLine: () => thickLine,
  one: () => laidOut("20230004"),
  other: () => laidOut("20230017"),
  feedback: () => feedback,
  worksheet: () => Buffer.from("Identifier,ID number,Grade,Maximum Grade\nParticipant 1,20230001,,10\n"),
  results: () => [{ studentId: "20230001", grade: 8, feedback: "" }],
  VERILOG_NAMES: () => VERILOG_NAMES,
};
