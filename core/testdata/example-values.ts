import { openPageReader } from "../read-page.ts";
import { netlistOf } from "./netlist-of.ts";
import { readSample, sampleImage } from "./sample-pages.ts";

const FILE = "20230001_quiz[1].png";
const nand = netlistOf(["Y = NAND(A, B)"]);
const halfAdder = netlistOf(["S = XOR(A, B)", "C = AND(A, B)"], ["S", "C"]);

const image = () => sampleImage({ file: FILE, page: 1 });
const openReader = () => openPageReader();
const reading = async () => (await openReader()).read(await image());

/** What examples use without defining it: a drawn page, what was read on it, circuits and keys. Made when needed. */
export const EXAMPLE_VALUES: Readonly<Record<string, () => unknown>> = {
  bytes: () => readSample(`pages/${FILE}`),
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
  secret: () => "a secret of the examples",
  origin: () => "https://grading.example.edu",
  qrText: () => "https://grading.example.edu/student-upload/t1?v=1&i=1",
  marks: () => [{ className: "AND", x: 40, y: 30, confidence: 98 }],
  others: () => [{ className: "OR", x: 80, y: 90, confidence: 98 }],
  model: () => "0".repeat(64),
  keyVersion: () => "1".repeat(64),
};
