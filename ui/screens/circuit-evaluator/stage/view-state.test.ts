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

test("a click on a box opens its popup, stepping to it does not", () => {
  expect(after({ type: "select", id: "p", edit: true }).chooser).toEqual({ id: "p" });
  expect(after({ type: "select", id: "p", edit: false })).toMatchObject({ selected: "p", chooser: null });
});

test("a drawn box asks for its class and returns to the pointer tool", () => {
  const state = after({ type: "tool", tool: "add" }, { type: "drawn", box });
  expect(state).toMatchObject({ tool: "select", chooser: { box, asks: "class" } });
});

test("an end asks for its name, and the tool stays", () => {
  const state = after(
    { type: "tool", tool: "wire" },
    { type: "wire", change: { menu: { x: 1, y: 2 } } },
    { type: "name", box },
  );
  expect(state).toMatchObject({ tool: "wire", chooser: { box, asks: "name" }, wire: { menu: null } });
  expect(reduceView(state, { type: "escape" }).chooser).toBeNull();
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
  expect(after({ type: "tool", tool: "wire" }, chosen, { type: "close-chooser" }).selected).toBeNull();
  expect(after(chosen, { type: "close-chooser" }).selected).toBe("p");
});

test("hiding the predictions deselects the selected one", () => {
  const state = after({ type: "select", id: "p", edit: true }, { type: "toggle", layer: "predictions" });
  expect(state).toMatchObject({ selected: null, chooser: null });
  expect(after({ type: "select", id: "p", edit: false }, { type: "toggle", layer: "wires" }).selected).toBe("p");
});

test("Escape goes back one step at a time", () => {
  let state = after(
    { type: "tool", tool: "add" },
    { type: "problem", index: 1 },
    { type: "select", id: "p", edit: true },
  );
  state = reduceView({ ...state, open: "help" }, { type: "escape" });
  expect(state).toMatchObject({ open: null, chooser: { id: "p" } });
  state = reduceView(state, { type: "escape" });
  expect(state).toMatchObject({ chooser: null, selected: "p" });
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
    { type: "select", id: "p", edit: true },
    { type: "page" },
  );
  expect(state).toMatchObject({ confidence: 40, tab: "grade", selected: null, chooser: null });
  expect(state.layers.wires).toBe(false);
});

test("pointing at a problem shows its layer again", () => {
  expect(after({ type: "toggle", layer: "problems" }, { type: "problem", index: 0 }).layers.problems).toBe(true);
});
