import { expect, test } from "vitest";
import { INITIAL_VIEW, reduceView, type ViewAction, type ViewState } from "./view-state.ts";

const box = { x: 1, y: 2, width: 30, height: 40 };

function after(...actions: readonly ViewAction[]): ViewState {
  return actions.reduce(reduceView, INITIAL_VIEW);
}

test("initially the slider is at 70 percent and everything is shown", () => {
  expect(INITIAL_VIEW.confidence).toBe(70);
  expect(INITIAL_VIEW.layers).toEqual({ predictions: true, wires: true, problems: true });
});

test("a click on a box opens its window, stepping to it does not", () => {
  expect(after({ type: "select", id: "p", edit: true })).toMatchObject({ selected: "p", open: "box" });
  expect(after({ type: "select", id: "p", edit: false })).toMatchObject({ selected: "p", open: null });
});

test("a new box that asks replaces the window that is open, and no other box is chosen", () => {
  const at = { x: 1, y: 2 };
  const state = after(
    { type: "tool", tool: "wire", wiresAt: at },
    { type: "select", id: "p", edit: false },
    { type: "ask", box, asks: "name" },
  );
  expect(state).toMatchObject({ tool: "wire", cursor: at, selected: null, open: { box, asks: "name" } });
  expect(reduceView(state, { type: "escape" })).toMatchObject({ tool: "wire", open: null });
});

test("a tool for wires can start at a place: with the wire that is led from there, or the window", () => {
  const at = { x: 1, y: 2 };
  expect(after({ type: "tool", tool: "wire", from: at })).toMatchObject({ cursor: at, from: at, open: null });
  expect(after({ type: "tool", tool: "wire", wiresAt: at })).toMatchObject({ from: null, open: { wiresAt: at } });
  expect(after({ type: "tool", tool: "wire", from: at }, { type: "tool", tool: "wire" })).toMatchObject({
    cursor: null,
    from: null,
  });
});

test("the palette's class applies to the tool it was chosen with", () => {
  const drawing = after({ type: "set", part: { open: "legend" } }, { type: "tool", tool: "add", palette: "NAND" });
  expect(drawing).toMatchObject({ palette: "NAND", open: null });
  expect(reduceView(drawing, { type: "tool", tool: "select" }).palette).toBeNull();
});

test("with the tools for wires and new boxes the keys move a place, not a box", () => {
  const chosen = { type: "select", id: "p", edit: true } as const;
  for (const tool of ["wire", "erase", "add"] as const)
    expect(after(chosen, { type: "tool", tool }).selected).toBeNull();
  expect(after(chosen, { type: "tool", tool: "hand" }).selected).toBe("p");
  for (const tool of ["wire", "erase"] as const) {
    expect(after({ type: "tool", tool }, chosen, { type: "close" }).selected).toBeNull();
  }
  // A box that was just added can be moved at once.
  expect(after({ type: "tool", tool: "add" }, chosen, { type: "close" }).selected).toBe("p");
  expect(after(chosen, { type: "close" }).selected).toBe("p");
});

test("hiding the predictions deselects the selected one", () => {
  const state = after({ type: "select", id: "p", edit: true }, { type: "toggle", layer: "predictions" });
  expect(state).toMatchObject({ selected: null, open: null });
  expect(after({ type: "select", id: "p", edit: false }, { type: "toggle", layer: "wires" }).selected).toBe("p");
});

test("Escape goes back one step at a time", () => {
  let state = after(
    { type: "tool", tool: "add" },
    { type: "problem", index: 1 },
    { type: "select", id: "p", edit: true },
  );
  state = reduceView({ ...state, from: box }, { type: "escape" });
  expect(state).toMatchObject({ open: null, from: box });
  state = reduceView(state, { type: "escape" });
  expect(state).toMatchObject({ from: null, selected: "p" });
  state = reduceView(state, { type: "escape" });
  expect(state).toMatchObject({ selected: null, problem: 1 });
  state = reduceView(state, { type: "escape" });
  expect(state).toMatchObject({ problem: null, tool: "add" });
  expect(reduceView(state, { type: "escape" }).tool).toBe("select");
});

test("a new page keeps the user's choices and resets the last page's", () => {
  const state = after(
    { type: "set", part: { confidence: 40 } },
    { type: "set", part: { tab: "grade" } },
    { type: "toggle", layer: "wires" },
    { type: "fold" },
    { type: "select", id: "p", edit: true },
    { type: "page" },
  );
  expect(state).toMatchObject({ confidence: 40, tab: "grade", wide: true, selected: null, open: null });
  expect(state.layers.wires).toBe(false);
});

test("the panel that is folded away returns with the key, or when one of its tabs is chosen", () => {
  const folded = after({ type: "fold" }, { type: "set", part: { confidence: 40 } });
  expect(folded.wide).toBe(true);
  expect(reduceView(folded, { type: "fold" }).wide).toBe(false);
  expect(reduceView(folded, { type: "set", part: { tab: "grade" } }).wide).toBe(false);
});

test("pointing at a problem shows its layer again", () => {
  expect(after({ type: "toggle", layer: "problems" }, { type: "problem", index: 0 }).layers.problems).toBe(true);
});
