import { expect, test } from "vitest";
import type { ScenePrediction } from "./scene.ts";
import {
  continueGesture,
  endGesture,
  type Gesture,
  type GestureOutcome,
  MOUSE_REACH,
  pulledBox,
  TOOLS,
  type ToolId,
} from "./tools.ts";
import { fitViewport, toScreen } from "./viewport.ts";

// A canvas with the picture at scale 1, 16 px from the edges.
const viewport = fitViewport({ width: 832, height: 632 }, { width: 800, height: 600 });
const gate: ScenePrediction = { id: "g", x: 100, y: 100, width: 80, height: 60, class_name: "AND", confidence: 0.6 };

function play(
  tool: ToolId,
  { selected = null, path }: { selected?: string | null; path: readonly (readonly [number, number])[] },
): { outcome: GestureOutcome; gesture: Gesture; moved: { x: number; y: number } } {
  const [first, ...rest] = path.map(([x, y]) => toScreen(viewport, { x, y }));
  let gesture = TOOLS[tool].begin({ at: first!, viewport, predictions: [gate], selected, reach: MOUSE_REACH });
  let view = viewport;
  for (const at of rest) ({ gesture, viewport: view } = continueGesture(gesture, { viewport: view, at }));
  const moved = { x: view.origin.x - viewport.origin.x, y: view.origin.y - viewport.origin.y };
  return { outcome: endGesture(gesture), gesture, moved };
}

test("select: a click on a box selects it, on nothing it selects nothing", () => {
  expect(play("select", { path: [[120, 120]] }).outcome).toEqual({ kind: "select", id: "g" });
  expect(play("select", { selected: "g", path: [[700, 500]] }).outcome).toEqual({ kind: "select", id: null });
});

test("select: a slightly moved pointer still clicks", () => {
  const { outcome, moved } = play("select", {
    path: [
      [120, 120],
      [122, 121],
    ],
  });
  expect(outcome).toEqual({ kind: "select", id: "g" });
  expect(moved).toEqual({ x: 0, y: 0 });
});

test("select: dragging from a box that is not selected moves the page, not the box", () => {
  const { outcome, moved } = play("select", {
    path: [
      [120, 120],
      [150, 160],
      [170, 170],
    ],
  });
  expect(outcome).toEqual({ kind: "nothing" });
  expect(moved).toEqual({ x: 50, y: 50 });
});

test("select: a selected box moves with the pointer", () => {
  const path = [
    [120, 120],
    [140, 125],
  ] as const;
  const { outcome, gesture } = play("select", { selected: "g", path });
  expect(outcome).toEqual({ kind: "change-box", id: "g", box: { x: 120, y: 105, width: 80, height: 60 } });
  expect(pulledBox(gesture)).toEqual({ id: "g", box: { x: 120, y: 105, width: 80, height: 60 } });
});

test("select: a selected box is resized by its handles", () => {
  const path = [
    [180, 160],
    [200, 190],
  ] as const;
  const { outcome } = play("select", { selected: "g", path });
  expect(outcome).toEqual({ kind: "change-box", id: "g", box: { x: 100, y: 100, width: 100, height: 90 } });
});

test("select: a click on the selected box keeps it selected, a press on its handle changes nothing", () => {
  expect(play("select", { selected: "g", path: [[140, 130]] }).outcome).toEqual({ kind: "select", id: "g" });
  expect(play("select", { selected: "g", path: [[180, 160]] }).outcome).toEqual({ kind: "nothing" });
});

test("add: a drawn box, kept inside the picture; a click draws none", () => {
  const path = [
    [750, 550],
    [900, 700],
  ] as const;
  const { outcome, gesture } = play("add", { path });
  expect(outcome).toEqual({ kind: "add-box", box: { x: 750, y: 550, width: 50, height: 50 } });
  expect(pulledBox(gesture)?.id).toBeNull();
  expect(play("add", { path: [[300, 300]] }).outcome).toEqual({ kind: "nothing" });
});

test("hand: the page follows the pointer, also from a box", () => {
  const path = [
    [120, 120],
    [110, 100],
  ] as const;
  const { outcome, moved, gesture } = play("hand", { selected: "g", path });
  expect(moved).toEqual({ x: -10, y: -20 });
  expect(outcome).toEqual({ kind: "nothing" });
  expect(pulledBox(gesture)).toBeNull();
});

test("cursors show what a press will do", () => {
  const press = { viewport, predictions: [gate], selected: "g", reach: MOUSE_REACH };
  const over = (x: number, y: number, selected: string | null = "g") =>
    TOOLS.select.cursor({ ...press, selected, at: toScreen(viewport, { x, y }) });
  expect(over(140, 130)).toBe("move");
  expect(over(140, 130, null)).toBe("pointer");
  expect(over(180, 160)).toBe("nwse-resize");
  expect(over(600, 500)).toBe("default");
  expect(TOOLS.add.cursor({ ...press, at: { x: 0, y: 0 } })).toBe("crosshair");
});
