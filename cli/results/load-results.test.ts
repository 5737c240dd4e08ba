import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { netlistRecord } from "../../core/netlist/formats/json.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { loadResults } from "./load-results.ts";

test("results of an earlier version say in statements what was corrected and chosen, in order to be pushed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "results-"));
  const box = { x: 1, y: 2, width: 3, height: 4 };
  const gate = { class_name: "AND", ...box };
  const predictions = [
    { ...gate, confidence: 0.9, by: "machine" },
    { class_name: "input", ...box, confidence: 1, label: "A", by: "person" },
  ];
  const corrections = { threshold: 90, predictions, removed: [gate], wires: [{ kind: "cut", at: { x: 1, y: 2 } }] };
  const chosen = { text: "This gate is an OR.", netlist: netlistRecord(netlistOf(["Y = OR(A, B)"])) };
  const graded = { decided: false, grade: 3 };
  const files = [
    { ...graded, corrections, chosen },
    { ...graded, corrections: null, chosen },
    { ...graded, corrections: null, chosen: null },
    graded,
  ];
  await writeFile(join(folder, "results.json"), JSON.stringify({ schema_version: 1, files, students: [] }));
  const said = (await loadResults(folder)).files.map((page) => page.said);
  const object = { kind: "object", called: "" };
  const choice = { kind: "choice", ...chosen };
  const statements = [
    { ...object, object: 1, was: { className: "AND", label: "", box }, is: null },
    { ...object, object: 2, was: null, is: { className: "input", label: "A", box } },
    { kind: "wires", add: corrections.wires, drop: [] },
    choice,
  ];
  expect(said).toEqual([{ threshold: 90, statements }, { threshold: "auto", statements: [choice] }, null, null]);
});
