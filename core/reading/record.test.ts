import { expect, test } from "vitest";
import { looksOf } from "../testdata/looks-of.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import type { PageReading } from "./page-reading.ts";
import { type PageOutcome, toPageRecord } from "./record.ts";

const reading: PageReading = {
  width: 1240,
  height: 1754,
  gates: [{ class_name: "NAND", x: 1.04, y: 2, width: 30.06, height: 20, confidence: 0.987654, inputs: 2 }],
  inputs: ["A", "B"],
  outputs: [{ name: "OUT 1", expression: "~(A & B)", truth_table: ["001", "011", "101", "110"] }],
  problems: [],
  confidence: 0.9,
  looks: looksOf(netlistOf(["Y = NAND(A, B)"]), { confidence: 0.9 }),
  netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
  wires: [],
  aside: [],
  predictions: [],
};
const outcome: PageOutcome = {
  page: 1,
  qr: null,
  width: 1240,
  height: 1754,
  reading,
  failure: null,
  seconds: 0.12345,
};

test("a read page has the contract's fields in the contract's order, and nothing else", () => {
  expect(JSON.stringify(toPageRecord("scan.jpg", outcome))).toBe(
    '{"file":"scan.jpg","page":1,"status":"read","width":1240,"height":1754,"qr":null,' +
      '"gates":[{"class_name":"NAND","x":1,"y":2,"width":30.1,"height":20,"confidence":0.9877,"inputs":2}],' +
      '"inputs":["A","B"],' +
      '"outputs":[{"name":"OUT 1","expression":"~(A & B)","truth_table":["001","011","101","110"]}],' +
      '"problems":[],"seconds":0.123,"confidence":0.9,' +
      '"alternatives":[{"probability":0.1,"outputs":[{"name":"Y","expression":"A & B"}],' +
      '"differences":[{"text":"this gate is an AND"}]}]}',
  );
});

test("a failed page says why", () => {
  const failure = { code: "not-an-image", message: "…" };
  const record = toPageRecord("a.png", { ...outcome, width: 0, height: 0, reading: null, failure });
  expect(record).toMatchObject({ status: "failed", width: 0, gates: [], outputs: [], problems: [failure] });
});
