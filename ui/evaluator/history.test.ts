import { expect, test } from "vitest";
import {
  afterRedo,
  afterUndo,
  describeEdit,
  type Edit,
  EMPTY_HISTORY,
  record,
  redoEdit,
  renameIds,
  renameInHistory,
  undoEdit,
} from "./history.ts";

const box = { x: 1, y: 2, width: 30, height: 40 };
const toNand: Edit = { kind: "class", id: "p1", from: "AND", to: "NAND", fromLabel: "", toLabel: "" };
const removed: Edit = { kind: "remove", id: "p1", box, className: "NAND" };

test("undo reverts changes in turn, redo repeats them", () => {
  let history = record(record(EMPTY_HISTORY, toNand), removed);
  expect(undoEdit(history)).toEqual({ ...removed, kind: "add" });
  history = afterUndo(history);
  expect(undoEdit(history)).toEqual({ ...toNand, from: "NAND", to: "AND" });
  expect(redoEdit(history)).toEqual(removed);
  history = afterRedo(history);
  expect(undoEdit(history)).toEqual({ ...removed, kind: "add" });
  expect(redoEdit(history)).toBeNull();
});

test("a moved box moves back", () => {
  const to = { ...box, x: 9 };
  expect(undoEdit(record(EMPTY_HISTORY, { kind: "box", id: "p", from: box, to }))).toEqual({
    kind: "box",
    id: "p",
    from: to,
    to: box,
  });
});

test("a renamed terminal gets its name back", () => {
  const renamed: Edit = { kind: "name", id: "p", className: "input", from: "A", to: "~B" };
  expect(undoEdit(record(EMPTY_HISTORY, renamed))).toEqual({ ...renamed, from: "~B", to: "A" });
  expect(describeEdit(renamed)).toBe("rename A to ~B");
});

test("a terminal that was named loses its name again", () => {
  const named = record(EMPTY_HISTORY, { kind: "name", id: "p", className: "input", from: "", to: "B" });
  expect(named.done.map(describeEdit)).toEqual(["name it B"]);
  expect(undoEdit(named)).toMatchObject({ from: "B", to: "" });
  expect(describeEdit(undoEdit(named)!)).toBe("remove the name B");
});

test("a terminal that was changed gets class and name back, and loses both again", () => {
  const names = { fromLabel: "~A", toLabel: "" };
  const changed: Edit = { kind: "class", id: "p", from: "input", to: "junction", ...names };
  const history = record(EMPTY_HISTORY, changed);
  expect(undoEdit(history)).toMatchObject({ from: "junction", to: "input", toLabel: "~A" });
  expect(redoEdit(afterUndo(history))).toEqual(changed);
});

test("a new change clears redo; an empty history undoes nothing", () => {
  const history = record(afterUndo(record(EMPTY_HISTORY, toNand)), removed);
  expect(redoEdit(history)).toBeNull();
  expect(undoEdit(EMPTY_HISTORY)).toBeNull();
  expect(afterUndo(EMPTY_HISTORY)).toEqual(EMPTY_HISTORY);
  expect(afterRedo(EMPTY_HISTORY)).toEqual(EMPTY_HISTORY);
});

test("renameInHistory: a prediction that was added again has its new ID", () => {
  const history = renameInHistory(afterUndo(record(record(EMPTY_HISTORY, toNand), removed)), {
    from: ["p1"],
    to: "p9",
  });
  expect(undoEdit(history)?.id).toBe("p9");
  expect(redoEdit(history)?.id).toBe("p9");
});

test("renameIds: undo, redo and undo in a row lead to the ID that was given last, whichever one a change has", () => {
  const added = renameIds(new Map(), { from: ["new-1", "new-1"], to: "p1" });
  const again = renameIds(added, { from: ["p1", "p1"], to: "p2" });
  // Undone twice before the server had answered: the change still has the first ID, and the prediction the second.
  const twice = renameIds(again, { from: ["p1", "p2"], to: "p3" });
  expect(Object.fromEntries(twice)).toEqual({ "new-1": "p3", p1: "p3", p2: "p3" });
});

test("describeEdit", () => {
  expect(describeEdit(toNand)).toBe("change AND to NAND");
  expect(describeEdit(removed)).toBe("remove NAND");
});
