import { expect, test } from "vitest";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import {
  currentId,
  describeEdit,
  type Edit,
  isMade,
  isStale,
  makeEdit,
  NO_EDITS,
  nextToSend,
  type PageEdits,
  redoEdit,
  sendEdit,
  undoEdit,
  withEdit,
  withoutRefused,
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
  expect(edits.waiting).toMatchObject([toNand]);
  edits = redoEdit(sent(edits));
  expect(edits.waiting).toMatchObject([removed]);
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
  expect(edits.waiting).toMatchObject([wires([], [one!, two!], "join wires")]);
  expect(undoEdit(edits).waiting).toMatchObject([{ from: [], to: [one] }]);
  expect(made(wires([], [one!]), toNand, wires([one!], [one!, two!])).waiting).toHaveLength(3);
});

/** The next change was asked for. */
function onWay(edits: PageEdits): PageEdits {
  return sendEdit(edits, nextToSend(edits, { all: true })!);
}

test("a change that got no answer is the next to be sent, and others wait behind it", () => {
  const edits = { ...onWay(made(toNand)), unsent: "No connection" };
  expect(makeEdit(edits, removed)).toMatchObject({ onWay: toNand, waiting: [removed], unsent: "No connection" });
  expect(nextToSend(makeEdit(edits, removed), { all: false })).toBe(edits.onWay);
  // It may have been made: undo takes it back on the server.
  expect(undoEdit(edits)).toMatchObject({ onWay: toNand, waiting: [{ from: toNand.to, to: and }] });
});

test("a change that is refused is taken out of the lists, and the others stay", () => {
  const renamed = change(input, { name: "B" });
  expect(withoutRefused(onWay(made(toNand, renamed)))).toMatchObject({ made: [renamed], at: 1, waiting: [renamed] });
  // Undo of it was refused: it can be neither undone nor redone.
  const undone = undoEdit(sent(made(renamed, toNand)));
  expect(withoutRefused(onWay(undone))).toEqual({ ...NO_EDITS, made: [renamed], at: 1 });
  // What was undone can still be redone.
  expect(withoutRefused(onWay(undoEdit(made(toNand, renamed))))).toMatchObject({ made: [renamed], at: 0 });
});

test("the changes of a box whose adding is refused are of nothing", () => {
  const added = change(null, {});
  const moved = change({ ...and, id: "new-1" }, { x: 9 });
  const { waiting, ...lists } = made(toNand, added, moved, removed);
  const edits = withoutRefused(onWay({ ...lists, waiting: waiting.slice(1) }));
  expect(edits).toMatchObject({ made: [toNand, removed], at: 2, waiting: [removed] });
});

test("corrections of wires that were sent as one are refused as one", () => {
  const [one, two] = [1, 2].map((x): WireCorrection => ({ kind: "cut", at: { x, y: 0 } }));
  const both = [wires([], [one!]), wires([one!], [one!, two!])] as const;
  expect(withoutRefused(onWay(made(...both, toNand)))).toMatchObject({ made: [toNand], at: 1, waiting: [toNand] });
});

test("isMade: the page shows what a change does", () => {
  const page = { predictions: [and, input] };
  const other = { ...and, id: "new-1", x: 200 };
  const cases: [Edit, boolean][] = [
    [toNand, false],
    [change({ ...and, class_name: "OR" }, { class_name: "AND" }), true],
    [removed, false],
    [change({ ...and, id: "gone" }, null), true],
    [change(null, {}), true],
    [change(null, other), false],
    [change({ ...and, x: 5 }, { x: 1 }), true],
    [change(and, { width: 50 }), false],
  ];
  for (const [edit, expected] of cases) expect(isMade(page, edit), describeEdit(edit)).toBe(expected);
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
