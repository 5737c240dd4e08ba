import { describe, expect, it } from "vitest";
import type { PictureBox } from "../geometry/coordinates.ts";
import { correct, type NumberedPrediction } from "./fold.ts";
import { statementsOf } from "./from-records.ts";
import { inOrder } from "./merge.ts";
import { saidRecord, saidSchema } from "./said-record.ts";
import type { NamedObject, Statement } from "./statement.ts";

const gate = (className: NamedObject["className"], x: number): NamedObject => {
  return { className, label: "", box: { x, y: 10, width: 40, height: 30 } as PictureBox };
};
const change = (object: number, was: NamedObject | null, is: NamedObject | null): Statement => {
  return { kind: "object", object, called: "", was, is };
};
const readGate = (object: number, named: NamedObject): NumberedPrediction => {
  return { ...named, object, confidence: 0.9, by: "machine", sheet: { x: 0, y: 0 } };
};
const choice: Statement = {
  kind: "choice",
  name: "",
  text: "This gate is a NAND.",
  netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
};

describe("saidRecord", () => {
  const read = [gate("AND", 0), gate("OR", 100), gate("NOT", 200)].map((each, index) => readGate(index + 1, each));
  const comesTo = (said: readonly Statement[]) => {
    return correct(
      read,
      said.map((statement, number) => ({ number, statement })),
    ).corrections;
  };

  it("keeps statements as they are", () => {
    const said = [change(1, gate("AND", 0), gate("NAND", 0)), change(1, gate("NAND", 0), gate("XOR", 0)), choice];
    expect(statementsOf(saidRecord(inOrder(said), "auto")!).map(({ kind }) => kind)).toEqual([
      "object",
      "object",
      "choice",
    ]);
  });

  it("writes numbers of objects that count on from the largest so that they can be read", () => {
    const record = saidRecord(inOrder([change(1_000_000_001, null, gate("AND", 0))]), "auto");
    expect(saidSchema.safeParse(record).data?.statements).toMatchObject([{ object: 1_000_000_000 }]);
  });

  it("writes more statements than a record takes as what they come to", () => {
    const to = (step: number) => gate("NAND", 100 + (step % 2 ? 300 : 350) + step / 1000);
    const moves = Array.from({ length: 1400 }, (_, step) => change(2, to(step), to(step + 1)));
    const pin = { x: 5, y: 5 };
    const invert = (inverted: boolean) => ({ kind: "invert" as const, pin, inverted });
    const said: Statement[] = [
      change(1, gate("AND", 0), gate("XOR", 0)),
      change(2, gate("OR", 100), to(0)),
      ...moves,
      { kind: "wires", add: [invert(true)], drop: [] },
      { kind: "wires", add: [invert(false)], drop: [invert(true)] },
      change(3, gate("NOT", 200), null),
      choice,
    ];
    const record = saidRecord(inOrder(said), 120)!;
    expect(saidSchema.safeParse(record).success).toBe(true);
    expect(record.statements.map(({ kind }) => kind)).toEqual([...Array(4).fill("object"), "wires", "choice"]);
    const [before, after] = [said, statementsOf(record)].map(comesTo);
    const sorted = (all: readonly { className: string }[]) =>
      [...all].sort((a, b) => (a.className < b.className ? -1 : 1));
    expect(sorted(after!.predictions)).toEqual(sorted(before!.predictions));
    expect(after!.predictions).toHaveLength(2);
    expect(sorted(after!.removed)).toEqual(sorted(before!.removed));
    expect(after!.wires).toEqual(before!.wires);
  });
});
