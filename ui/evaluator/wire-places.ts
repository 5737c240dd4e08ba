import { sum } from "../../core/basics/numbers.ts";
import { grown, isInside, middleOf } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../core/geometry/distances.ts";
import { gateSize } from "../../core/marks/gate-size.ts";
import { isGateClass } from "../../core/rules/gates.ts";
import { ERASER } from "../../core/wires/correct/correct-graph.ts";
import { MOST_WAY_POINTS, type WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { drawnPart, type Scene } from "./scene.ts";

/** A place is on a wire or at a gate within this share of the picture's longer side. */
const NEAR = 1 / 80;
/** Also within this share of the usual gate's longer side: on a small drawing wires are close together. */
const NEAR_AT_GATES = 0.15;
/** Points of a drawn wire are at least this share of the picture's longer side apart. */
const STEP = 1 / 200;
/** A wire branches at least this far from its end at a gate, in the usual gate's longer sides. */
const OFF_GATE = 0.3;
/** A wire arrives at a place in a gate within this many of the usual gate's longer sides. */
const AT_PIN = 0.2;
/** A gate's output is in the last part of its box. */
const OUTPUT_PART = 0.6;

export interface WirePlace {
  readonly onWire: boolean;
  /** What can be said of lines that meet here: nothing where none do, and not what was read anyway. */
  readonly meeting: readonly ("crosses" | "joins")[];
  readonly gate: PictureBox | null;
}

export function wirePlace(scene: Scene, at: PicturePoint): WirePlace {
  const { wires, predictions } = scene;
  const near = nearIn(scene);
  const here = wires.flatMap((wire) => wire.lines).filter((line) => nearestOnLine(line, at).distance <= near);
  const isRead = (as: "junction" | "intersection") =>
    predictions.some((each) => each.class_name === as && isInside(each, at));
  const isJunction = isRead("junction");
  const isIntersection = isRead("intersection");
  const sayable: WirePlace["meeting"] = isJunction ? ["crosses"] : isIntersection ? ["joins"] : ["crosses", "joins"];
  return {
    onWire: here.length > 0,
    meeting: here.length > 1 || isJunction || isIntersection ? sayable : [],
    gate: predictions.find((each) => isGateClass(each.class_name) && isInside(grown(each, near), at)) ?? null,
  };
}

/** How near a place is to what it is at, in pixels of the picture. */
function nearIn(scene: Scene): number {
  const near = NEAR * Math.max(scene.size.width, scene.size.height);
  return Math.min(near, NEAR_AT_GATES * usualGate(scene) || near);
}

/** The usual gate's longer side, in pixels of the picture; 0 without gates. */
function usualGate({ predictions }: Scene): number {
  return gateSize(predictions.filter(({ class_name }) => isGateClass(class_name)).map((box) => ({ box })));
}

/** Where a pointer that hits a wire within `reach`, in pixels of the picture, meant to be. */
export function aimedAt(scene: Scene, at: PicturePoint, reach: number): PicturePoint {
  const { onWire, gate } = wirePlace(scene, at);
  if (onWire || (gate && isInside(gate, at)) || namedWire(scene, at)) return at;
  const nearest = nearestOnWires(scene, at);
  return nearest && nearest.distance <= reach ? nearest.at : at;
}

/** The place of the wires that is nearest to another one, and its distance in pixels of the picture. */
export function nearestOnWires({ wires }: Pick<Scene, "wires">, at: PicturePoint) {
  const places = wires.flatMap(({ lines }) => lines.map((line) => nearestOnLine(line, at)));
  return places.sort((a, b) => a.distance - b.distance)[0];
}

/**
 * The places at which wires are corrected, from left to right: their ends and middles, where they meet, what has a
 * name, and what was left aside.
 */
export function wireStops(scene: Scene): PicturePoint[] {
  const near = nearIn(scene);
  const boxes = scene.predictions.filter(({ class_name }) => !isGateClass(class_name)).map((box) => middleOf(box));
  const lines = scene.wires.flatMap((wire) => wire.lines);
  const all = [
    ...boxes,
    ...scene.aside.map((box) => middleOf(box)),
    ...lines.flatMap((line) => [line[0]!, line.at(-1)!, middleOfLine(line)]),
  ];
  const stops: PicturePoint[] = [];
  for (const stop of all) {
    if (stops.every((other) => distanceBetween(other, stop) > near)) stops.push(stop);
  }
  return stops.sort((a, b) => a.x - b.x || a.y - b.y);
}

/** The stop after `at` in one direction; the first or last if no place was chosen yet. */
export function nextStop(
  stops: readonly PicturePoint[],
  { at, by }: { at: PicturePoint | null; by: 1 | -1 },
): PicturePoint | null {
  const isBeyond = ({ x, y }: PicturePoint) => at === null || (x === at.x ? y - at.y : x - at.x) * by > 0;
  const ahead = stops.filter(isBeyond);
  return (by > 0 ? (ahead[0] ?? stops[0]) : (ahead.at(-1) ?? stops.at(-1))) ?? null;
}

function middleOfLine(line: readonly PicturePoint[]): PicturePoint {
  const lengths = line.slice(1).map((point, index) => distanceBetween(line[index]!, point));
  let left = sum(lengths) / 2;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [line[index]!, line[index + 1]!];
    if (left <= length && length > 0) {
      return { x: from.x + ((to.x - from.x) * left) / length, y: from.y + ((to.y - from.y) * left) / length };
    }
    left -= length;
  }
  return line[0]!;
}

/** How wide a way is erased, in pixels of the picture. */
export function eraserWidth(scene: Scene): number {
  return 2 * ERASER * usualGate(scene);
}

/** Erases the lines along a way, which are not wires; a way of one place cuts a wire there. */
export function erasedCorrection({ size }: Scene, way: readonly PicturePoint[]): WireCorrection {
  const points = thinned(way, STEP * Math.max(size.width, size.height));
  return points.length === 1 ? { kind: "cut", at: points[0]! } : { kind: "erase", points };
}

/** What a person means by a place from or to which a wire is led. */
interface Led {
  readonly at: PicturePoint;
  /** The place of the wire that is here, or whose letter is here. */
  readonly wire: PicturePoint | null;
  readonly gate: PictureBox | null;
}

function ledPlace(scene: Scene, at: PicturePoint): Led {
  const { onWire, gate } = wirePlace(scene, at);
  const isInGate = gate !== null && isInside(gate, at);
  // An output without a letter has its box around the end of its wire, and other wires may be in it.
  const named = isInGate || onWire ? null : namedWire(scene, at);
  const wire = named ?? (isInGate ? pinnedWire(scene, at) : onWire ? at : null);
  // Right in front of a gate, what is on its wire is the wire's.
  return { at: named ?? at, wire, gate: isInGate || wire === null ? gate : null };
}

/** The place of the wire that arrives at a pin, which is at `at` in a gate; null where none does. */
function pinnedWire(scene: Scene, at: PicturePoint): PicturePoint | null {
  const nearest = nearestOnWires(scene, at);
  return nearest && nearest.distance <= AT_PIN * usualGate(scene) ? nearest.at : null;
}

/** The place on the wire that an input's or output's box, around `at`, names; null where none is. */
function namedWire({ terminals, wires }: Scene, at: PicturePoint): PicturePoint | null {
  const terminal = terminals.find(({ box }) => box && isInside(box, at));
  if (!terminal?.box) return null;
  const own = wires.filter(({ net }) => net === terminal.net);
  return nearestOnWires({ wires: own }, middleOf(terminal.box))?.at ?? null;
}

/**
 * The correction that a person means by pulling from one place to another: from wire to wire they are connected, between
 * wire and gate the wire gets that pin; anything else draws a wire along the way. A letter is the wire that it names. A
 * click on what was left aside takes it in. Null: the way is too short for a wire, as of a click.
 */
export function pulledCorrection(scene: Scene, way: readonly PicturePoint[]): WireCorrection | null {
  const points = thinned(way, STEP * Math.max(scene.size.width, scene.size.height));
  const isShort = points.length === 1;
  if (isShort && distanceBetween(way[0]!, way.at(-1)!) === 0) return includedAt(scene, way[0]!);
  const [from, to] = [ledPlace(scene, way[0]!), ledPlace(scene, way.at(-1)!)];
  const [wire, pin] = isPulledTo(from, to) ? [from, to] : [to, from];
  if (wire.wire && pin.gate) {
    const end = wire === from ? wire.wire : offGate(scene, wire.wire);
    return { kind: "attach", end, pin: pin.at, role: roleAt(pin.gate, pin.at) };
  }
  if (from.wire && to.wire) return { kind: "join", from: from.wire, to: to.wire };
  return isShort ? null : { kind: "draw", points: [from.at, ...points.slice(1, -1), to.at] };
}

/** Takes in what was left aside at a place where nothing was read; null where nothing was left aside. */
function includedAt(scene: Scene, at: PicturePoint): WireCorrection | null {
  const { onWire, gate } = wirePlace(scene, at);
  const region = onWire || gate || namedWire(scene, at) ? undefined : asideAt(scene, at);
  if (region === undefined) return null;
  const { x, y, width, height } = region;
  return { kind: "include", from: { x, y }, to: { x: x + width, y: y + height } };
}

/** What was left aside at a place. */
export function asideAt({ aside }: Pick<Scene, "aside">, at: PicturePoint): PictureBox | undefined {
  return aside.find((region) => isInside(region, at));
}

/** Whether `from` is the wire's side of a pull between two places, and `to` the gate's. */
function isPulledTo(from: Led, to: Led): boolean {
  if (!from.wire || !to.gate) return false;
  if (!from.gate || !to.wire) return true;
  return roleAt(from.gate, from.at) === "output" || roleAt(to.gate, to.at) === "input";
}

/** A place of a wire that a person chose, away from its end at a gate: the wire branches, and its end stays. */
function offGate(scene: Scene, at: PicturePoint): PicturePoint {
  const lines = scene.wires.flatMap(({ lines }) => lines).map((line) => ({ line, ...nearestOnLine(line, at) }));
  const [nearest] = lines.sort((a, b) => a.distance - b.distance);
  if (!nearest) return at;
  const { line } = nearest;
  const isAtGate = [line[0]!, line.at(-1)!].some(
    (end) => distanceBetween(end, at) <= usualGate(scene) * OFF_GATE && wirePlace(scene, end).gate,
  );
  return isAtGate ? middleOfLine(line) : at;
}

/** Whether an end at a place is rather an input, on the left of the drawing, or an output. */
export function likelyEnd(scene: Scene, box: PictureBox): "input" | "output" {
  const part = drawnPart(scene);
  return part !== null && middleOf(box).x > middleOf(part).x ? "output" : "input";
}

export function describeWireCorrection(correction: WireCorrection): string {
  switch (correction.kind) {
    case "join":
      return "connect two wires";
    case "cut":
      return "cut a wire";
    case "erase":
      return "erase wires";
    case "meeting":
      return correction.as === "crosses" ? "let wires cross" : "join wires";
    case "draw":
      return "draw a wire";
    case "attach":
      return `lead a wire to a gate's ${correction.role}`;
    case "invert":
      return correction.inverted ? "invert an input" : "take an inversion away";
    case "include":
      return "read what was left aside";
    case "accept":
      return "say that it is drawn like this";
  }
}

/** Whether a place at a gate is its inputs' or its output's. */
export function roleAt({ x, width }: PictureBox, at: PicturePoint): "input" | "output" {
  return at.x > x + OUTPUT_PART * width ? "output" : "input";
}

/**
 * The way with points at least `step` apart, or more if there would be too many; its ends stay, and each of its points is
 * within twice that of the result's lines. One point if the whole way is at one place.
 */
function thinned(way: readonly PicturePoint[], step: number): PicturePoint[] {
  const end = way.at(-1)!;
  const points: PicturePoint[] = [];
  for (const point of way) {
    const last = points.at(-1);
    if (last === undefined || distanceBetween(last, point) >= step) points.push(point);
  }
  if (points.length === 1 && distanceBetween(points[0]!, end) < step) return [end];
  if (points.length > 1 && distanceBetween(points.at(-1)!, end) < step / 2) points.pop();
  points.push(end);
  return points.length > MOST_WAY_POINTS ? thinned(way, 2 * step) : points;
}
