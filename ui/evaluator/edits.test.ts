import { expect, test } from "vitest";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import {
  currentId,
  describeEdit,
  type Edit,
  isStale,
  makeEdit,
  NO_EDITS,
  nextToSend,
  type PageEdits,
  redoEdit,
  undoEdit,
  withEdit,
} from "./edits.ts";
import type { ScenePrediction, ShownAnalysis } from "./scene.ts";

const box = { x: 1, y: 2, width: 30, height: 40 };
const and: ScenePrediction = { id: "p1", class_name: "AND", confidence: 0.8, label: "AND 1", name: "", ...box };
const input: ScenePrediction = { ...and, id: "p2", class_name: "input", label: "A", name: "A" };

function change(from: ScenePrediction | null, part: Partial<ScenePrediction> | null): Edit {
  const id = from?.id ?? "new-1";
  return { kind: "prediction", id, from, to: part && { ...(from ?? and), ...part } };
}

const toNand = change(and, { class_name: "NAND" });
const removed = change(and, null);

function step(x: number, to: number): Edit {
  return { ...change({ ...and, x }, { x: to }), step: true } as Edit;
}

function wires(from: readonly WireCorrection[], to: readonly WireCorrection[], what = "cut a wire"): Edit {
  return { kind: "wires", from, to, what };
}

const made = (...edits: Edit[]) => edits.reduce(makeEdit, NO_EDITS);
/** The server has everything. */
const sent = (edits: PageEdits): PageEdits => ({ ...edits, waiting: [] });

test("undo reverts changes in turn, redo repeats them", () => {
  let edits = sent(made(toNand, removed));
  edits = undoEdit(edits);
  expect(edits.waiting).toEqual([expect.objectContaining({ from: null, to: and })]);
  edits = sent(undoEdit(sent(edits)));
  edits = redoEdit(edits);
  expect(edits.waiting).toEqual([toNand]);
  edits = redoEdit(sent(edits));
  expect(edits.waiting).toEqual([removed]);
  expect(redoEdit(edits)).toBe(edits);
  expect(undoEdit(NO_EDITS)).toBe(NO_EDITS);
});

test("a new change clears redo", () => {
  const edits = makeEdit(undoEdit(sent(made(toNand))), removed);
  expect(edits.made).toEqual([removed]);
  expect(redoEdit(edits)).toBe(edits);
});

test("the steps of a box are one change, which waits for the last step or for another change", () => {
  const edits = made(step(1, 2), step(2, 3));
  const whole = { from: { ...and, x: 1 }, to: { ...and, x: 3 } };
  expect(edits.made).toMatchObject([whole]);
  expect(nextToSend(edits, { all: false })).toBeNull();
  expect(nextToSend(edits, { all: true })).toMatchObject(whole);
  const followed = makeEdit(edits, removed);
  expect(nextToSend(followed, { all: false })).toMatchObject(whole);
  expect(followed.waiting).toHaveLength(2);
  // After they were sent, the next step is another change.
  expect(makeEdit(sent(edits), step(3, 4)).made).toHaveLength(2);
  const other = makeEdit(edits, { ...step(5, 6), id: "p9" } as Edit);
  expect(other.made).toHaveLength(2);
});

test("what the server does not know is undone without it, and can be redone", () => {
  const edits = undoEdit(made(step(1, 2)));
  expect(edits.waiting).toEqual([]);
  expect(redoEdit(edits).waiting).toHaveLength(1);
  // What was sent and undone does not wait for more.
  expect(nextToSend(undoEdit(sent(made(step(1, 2)))), { all: false })).toMatchObject({ to: { x: 1 } });
});

test("corrections of wires that follow each other are sent as one, and each is undone by itself", () => {
  const [one, two] = [1, 2].map((x): WireCorrection => ({ kind: "cut", at: { x, y: 0 } }));
  const edits = made(wires([], [one!]), wires([one!], [one!, two!], "join wires"));
  expect(edits.waiting).toEqual([wires([], [one!, two!], "join wires")]);
  expect(undoEdit(edits).waiting).toMatchObject([{ from: [], to: [one] }]);
  expect(made(wires([], [one!]), toNand, wires([one!], [one!, two!])).waiting).toHaveLength(3);
});

test("a page shows what was changed: the person is certain, and the circuit is not of these predictions", () => {
  const page = { predictions: [and, input], problems: [], wire_corrections: [] } as unknown as ShownAnalysis;
  const nand = withEdit(page, toNand);
  expect(nand.predictions).toMatchObject([{ id: "p1", class_name: "NAND", label: "NAND", confidence: 1 }, input]);
  expect([isStale(page), isStale(nand), nand.edited]).toEqual([false, true, true]);
  expect(withEdit(nand, removed).problems).toHaveLength(1);
  expect(withEdit(page, removed).predictions).toEqual([input]);
  expect(withEdit(page, change(null, { name: "Q" })).predictions.at(-1)).toMatchObject({ id: "new-1", label: "Q" });
  const cut = { kind: "cut", at: { x: 1, y: 0 } } as const;
  expect(withEdit(page, wires([], [cut]))).toMatchObject({ wire_corrections: [cut], problems: [] });
});

test("currentId: removed and added again, a prediction has the ID that was given last", () => {
  const ids = new Map([
    ["new-1", "p1"],
    ["p1", "p3"],
  ]);
  expect(["new-1", "p1", "p2"].map((id) => currentId(ids, id))).toEqual(["p3", "p3", "p2"]);
});

test("describeEdit", () => {
  expect(describeEdit(toNand)).toBe("change AND to NAND");
  expect(describeEdit(removed)).toBe("remove AND");
  expect(describeEdit(change(null, {}))).toBe("add AND");
  expect(describeEdit(step(1, 2))).toBe("move the box");
  expect(describeEdit(change(input, { name: "~B" }))).toBe("rename A to ~B");
  expect(describeEdit(change({ ...input, name: "" }, { name: "B" }))).toBe("name it B");
  expect(describeEdit(wires([], []))).toBe("cut a wire");
});
