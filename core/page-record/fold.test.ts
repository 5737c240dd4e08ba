import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PictureBox } from "../geometry/coordinates.ts";
import { correct, foldWords, gradeChanges, holding, type NumberedPrediction, numberPredictions } from "./fold.ts";
import type { NamedObject, Said, Statement } from "./statement.ts";

const boxAt = (x: number): PictureBox => ({ x, y: 10, width: 40, height: 30 }) as PictureBox;
const gate = (className: NamedObject["className"], x: number): NamedObject => ({ className, label: "", box: boxAt(x) });
const seen = (object: number, named: NamedObject): NumberedPrediction => {
  return { ...named, object, confidence: 0.9, by: "machine", sheet: { x: 0, y: 0 } };
};
const inOrder = (...statements: Statement[]): Said[] => {
  return statements.map((statement, index) => ({ number: index + 1, statement }));
};
const change = (object: number, was: NamedObject | null, is: NamedObject | null): Statement => {
  return { kind: "object", object, called: "", was, is };
};
const grade = (totalGrade: number): Statement => {
  return { kind: "grade", grade: { graded: true, totalGrade, comment: null } };
};
const takeBack = (number: number): Statement => ({ kind: "take-back", number });
const choice = (name: string, points?: number): Statement => ({
  kind: "choice",
  name,
  text: name,
  netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
  ...(points !== undefined && { grade: { graded: true, totalGrade: points, comment: null } }),
});

describe("what people said", () => {
  it("holds until it is taken back, and again when that is taken back", () => {
    const said = inOrder(grade(5), grade(3), takeBack(2), takeBack(3));
    expect([1, 2, 3, 4].map((end) => foldWords(said.slice(0, end)).grade.totalGrade)).toEqual([5, 3, 5, 3]);
    expect(gradeChanges(said).map(({ after }) => after.totalGrade)).toEqual([5, 3, 5, 3]);
  });

  it("chooses a reading until the page is corrected; its points stay", () => {
    const said = inOrder(choice("a", 4), change(1, null, gate("AND", 0)));
    expect(foldWords(said.slice(0, 1)).choice?.statement.name).toBe("a");
    expect(foldWords(said)).toMatchObject({ choice: null, takenBack: null, grade: { totalGrade: 4 } });
    const taken = foldWords(inOrder(choice("a", 4), takeBack(1)));
    expect(taken).toMatchObject({ choice: null, takenBack: "a", grade: { graded: false, totalGrade: null } });
  });

  it("is discarded up to a point, but for grades", () => {
    const said = inOrder(
      change(1, null, gate("AND", 0)),
      grade(2),
      { kind: "discard" },
      change(2, null, gate("OR", 90)),
    );
    expect(foldWords(said).corrections.map(({ number }) => number)).toEqual([4]);
    expect(foldWords(said).grade.totalGrade).toBe(2);
    expect(foldWords(inOrder(...said.map(({ statement }) => statement), takeBack(3))).corrections).toHaveLength(2);
  });

  it("comes to the same in whatever steps it arrives, and taking everything back to nothing", () => {
    const arbitrary = fc.array(
      fc.oneof(
        fc.record({ x: fc.integer({ min: 0, max: 3 }) }).map(({ x }) => change(x + 1, null, gate("AND", 100 * x))),
        fc.nat(9).map(grade),
        fc.constantFrom("a", "b").map((name) => choice(name, 1)),
        fc.constant<Statement>({ kind: "discard" }),
        fc.integer({ min: 1, max: 8 }).map(takeBack),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(arbitrary, (statements) => {
        // Nobody can take back what was not said yet.
        const said = inOrder(...statements).filter(
          ({ number, statement }) => statement.kind !== "take-back" || statement.number < number,
        );
        const held = holding(said);
        expect(foldWords(held).grade).toEqual(foldWords(said).grade);
        expect(foldWords(held).corrections).toEqual(foldWords(said).corrections);
        const last = said.at(-1)?.number ?? 0;
        const undone = held.map(({ number }, index) => ({ number: last + index + 1, statement: takeBack(number) }));
        expect(foldWords([...said, ...undone])).toMatchObject({
          corrections: [],
          choice: null,
          grade: { graded: false },
        });
      }),
    );
  });
});

describe("corrections of a reading", () => {
  const read = [seen(1, gate("AND", 0)), seen(2, gate("NOT", 100))];

  it("replace what the machine saw, and tell it what is gone", () => {
    const input = { className: "input" as const, label: "B", box: boxAt(-100) };
    const said = inOrder(
      change(1, gate("AND", 0), gate("OR", 0)),
      change(2, gate("NOT", 100), null),
      change(3, null, input),
    );
    const { predictions, corrections } = correct(read, said);
    expect(predictions.map(({ object, className, by }) => [object, className, by])).toEqual([
      [1, "OR", "person"],
      [3, "input", "person"],
    ]);
    expect(corrections.removed).toEqual([gate("NOT", 100)]);
    expect(corrections.predictions.map(({ className, label }) => [className, label])).toEqual([
      ["OR", undefined],
      ["input", "B"],
    ]);
  });

  it("stay at their place when the page is read again: on the same gate, or where nothing is found any more", () => {
    const again = [seen(7, gate("NAND", 4))];
    const said = inOrder(change(1, gate("AND", 0), gate("OR", 0)), change(2, gate("NOT", 100), gate("NOT", 110)));
    expect(correct(again, said).predictions.map(({ className, box }) => [className, box.x])).toEqual([
      ["OR", 0],
      ["NOT", 110],
    ]);
  });

  it("keep one number for each thing, also where what had it first is back", () => {
    const moved = gate("AND", 300);
    const said = inOrder(change(1, gate("AND", 0), moved), change(1, moved, gate("OR", 300)), takeBack(1));
    const { predictions } = correct(read, foldWords(said).corrections);
    expect(predictions.map(({ object, className, box }) => [object, className, box.x])).toEqual([
      [1, "AND", 0],
      [2, "NOT", 100],
      [3, "OR", 300],
    ]);
  });

  it("of wires come in their order, without those that were dropped", () => {
    const [a, b] = [1, 2].map((x) => ({ kind: "cut" as const, at: { x, y: 0 } as never }));
    const said = inOrder({ kind: "wires", add: [a!, b!], drop: [] }, { kind: "wires", add: [], drop: [a!] });
    expect(correct(read, said).corrections.wires).toEqual([b]);
  });
});

it("predictions that are found again keep their numbers, and new ones count on", () => {
  const before = [seen(1, gate("AND", 0)), seen(4, gate("OR", 100))];
  const found = [gate("OR", 100), gate("NOT", 200), gate("AND", 0)].map((each) => seen(0, each));
  const { predictions, last } = numberPredictions(found, { before, last: 5 });
  expect([predictions.map(({ object }) => object), last]).toEqual([[4, 6, 1], 6]);
});
