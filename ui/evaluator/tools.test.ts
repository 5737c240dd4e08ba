import { expect, test } from "vitest";
import { line, points } from "../../core/testdata/lines.ts";
import type { ScenePrediction } from "./scene.ts";
import { continueGesture, endGesture, type Gesture, MOUSE_REACH, TOOLS, type ToolId } from "./tools.ts";
import { fitViewport, toScreen } from "./viewport.ts";

// A canvas with the picture at scale 1, 16 px from the edges.
const viewport = fitViewport({ width: 832, height: 632 }, { width: 800, height: 600 });
const sides = { x: 100, y: 100, width: 80, height: 60 };
const gate: ScenePrediction = { id: "g", ...sides, class_name: "AND", confidence: 0.6, label: "AND 1", name: "" };

function play(
  tool: ToolId,
  { selected = null, path }: { selected?: string | null; path: readonly (readonly [number, number])[] },
): { means: unknown; gesture: Gesture; moved: { x: number; y: number } } {
  const [first, ...rest] = path.map(([x, y]) => toScreen(viewport, { x, y }));
  let gesture = TOOLS[tool].begin({ at: first!, viewport, predictions: [gate], selected, reach: MOUSE_REACH });
  let view = viewport;
  for (const at of rest) ({ gesture, viewport: view } = continueGesture(gesture, { viewport: view, at }));
  const moved = { x: view.origin.x - viewport.origin.x, y: view.origin.y - viewport.origin.y };
  let means: unknown = null;
  endGesture(gesture, {
    select: (select) => (means = { select }),
    addBox: (addBox) => (means = { addBox }),
    changeBox: (changeBox) => (means = { changeBox }),
    wire: (wire, reach) => (means = { wire, reach }),
  });
  return { means, gesture, moved };
}

test("select: a click on a box selects it, on nothing it selects nothing", () => {
  expect(play("select", { path: [[120, 120]] }).means).toEqual({ select: "g" });
  expect(play("select", { selected: "g", path: [[700, 500]] }).means).toEqual({ select: null });
});

test("select: a slightly moved pointer still clicks", () => {
  const { means, moved } = play("select", {
    path: line("120,120 122,121"),
  });
  expect(means).toEqual({ select: "g" });
  expect(moved).toEqual({ x: 0, y: 0 });
});

test("select: dragging from a box that is not selected moves the page, not the box", () => {
  const { means, moved } = play("select", {
    path: line("120,120 150,160 170,170"),
  });
  expect(means).toBeNull();
  expect(moved).toEqual({ x: 50, y: 50 });
});

test("select: a selected box moves with the pointer", () => {
  const path = line("120,120 140,125");
  const { means, gesture } = play("select", { selected: "g", path });
  expect(means).toEqual({ changeBox: { x: 120, y: 105, width: 80, height: 60 } });
  expect(gesture).toMatchObject({ id: "g", box: { x: 120, y: 105, width: 80, height: 60 } });
});

test("select: a selected box is resized by its handles", () => {
  const path = line("180,160 200,190");
  const { means } = play("select", { selected: "g", path });
  expect(means).toEqual({ changeBox: { x: 100, y: 100, width: 100, height: 90 } });
});

test("select: a click on the selected box keeps it selected, a press on its handle changes nothing", () => {
  expect(play("select", { selected: "g", path: [[140, 130]] }).means).toEqual({ select: "g" });
  expect(play("select", { selected: "g", path: [[180, 160]] }).means).toBeNull();
});

test("add: a drawn box, kept inside the picture; a click draws none", () => {
  const path = line("750,550 900,700");
  const { means, gesture } = play("add", { path });
  expect(means).toEqual({ addBox: { x: 750, y: 550, width: 50, height: 50 } });
  expect(gesture).toMatchObject({ kind: "box", id: null });
  expect(play("add", { path: [[300, 300]] }).means).toBeNull();
});

test("hand: the page follows the pointer, also from a box", () => {
  const path = line("120,120 110,100");
  const { means, moved, gesture } = play("hand", { selected: "g", path });
  expect(moved).toEqual({ x: -10, y: -20 });
  expect(means).toBeNull();
  expect(gesture.kind).toBe("pan");
});

test("wire: a way that stays in the picture; of one place, it was a click", () => {
  const path = line("100,500 102,501 300,700");
  const way = points("100,500 300,600");
  expect(play("wire", { path }).means).toEqual({ wire: way, reach: MOUSE_REACH.handle });
  expect(play("erase", { path: path.slice(0, 2) }).means).toMatchObject({ wire: [way[0]] });
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
