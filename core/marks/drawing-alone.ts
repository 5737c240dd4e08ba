import { boxAround, cornersOf, grown, isInside, middleOf, overlaps } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { type StrokeGroup, strokeGroups } from "../page/ink/connected-groups.ts";
import { pixelsIn } from "../page/ink/pixels-in.ts";
import { gateSize } from "./gate-size.ts";
import { type GateMark, INK, type Marks } from "./marks.ts";

/** How near a wire, gate or letter is to a wire or gate of the drawing, and a letter to those of its name, in gate sizes. */
const REACH = { wire: 0.8, gate: 0.35, letter: 1.8, name: 0.35 } as const;

/** What is left aside within this reach of each other is one region; smaller ones than this are specks. In gate sizes. */
const REGION = { reach: 0.5, least: 0.25 } as const;

/** A line from before all gates to behind them is a wire up to this far from them; it is at most this high, in gate sizes. */
const PASSING = { reach: 2, height: 0.6 } as const;

/** A gate that is less certain than this is of the drawing only next to a surer one. */
const SURE = 0.7;

/** Connected ink, by what most of it is; or the box of a mark that may be a gate. */
interface Thing extends StrokeGroup {
  readonly kind: "wire" | "gate" | "letter";
  readonly gate?: GateMark;
}

interface Surroundings {
  /** Of the page, in pixels. */
  readonly width: number;
  /** What a person says to be of the drawing: what is near a place, and all that is in a region. */
  readonly places: readonly PagePoint[];
  readonly regions?: readonly PageBox[];
  /** Gates that are rather blocks with pins. */
  readonly blocks?: ReadonlySet<GateMark>;
}

interface DrawingAlone {
  readonly marks: Marks;
  /** Around what was left aside. */
  readonly aside: readonly PageBox[];
}

/**
 * The marks of the drawing alone. A page has tables, titles, equations, blocks and what was crossed out, too: all that
 * nothing joins to a gate that is surely one, neither ink nor a gap as a pen leaves it, is left aside. Lines and shapes
 * among the gates stay, where no table is: one may be a wire with a gap, or a gate, which must be reported. A line that
 * runs past all gates may lead from an input to an output.
 */
export function drawingAlone(
  marks: Marks,
  { width, places, regions = [], blocks = new Set() }: Surroundings,
): DrawingAlone {
  const unit = gateSize(marks.gates.length > 0 ? marks.gates : marks.doubtful);
  if (unit === 0) return { marks, aside: [] };
  const size = { width, height: marks.mask.length / width };
  const possible = [...marks.gates, ...marks.doubtful].map((gate): Thing => {
    return { pixels: Int32Array.from(pixelsIn(gate.box, size)), box: gate.box, kind: "gate", gate };
  });
  const ink = strokeGroups(marks.mask, { width }).map((group): Thing => {
    const counts = [0, 0, 0, 0];
    for (const at of group.pixels) counts[marks.mask[at]!]!++;
    const isMostly = (kind: number) => 2 * counts[kind]! > group.pixels.length;
    return { ...group, kind: isMostly(INK.text) ? "letter" : isMostly(INK.gate) ? "gate" : "wire" };
  });
  const things = [...ink, ...possible];
  const sure = possible.filter(({ gate }) => gate!.confidence >= SURE && !blocks.has(gate!));
  const kept = new Set([
    ...(sure.length > 0 ? sure : possible),
    ...things.filter(({ box }) => regions.some((region) => isInside(region, middleOf(box)))),
  ]);
  const takeIn = (from: Uint8Array, reach: Partial<Record<Thing["kind"], number>>): Thing[] => {
    const open = things.filter((thing) => reach[thing.kind] !== undefined && !kept.has(thing));
    const found = nearThings(open, { from, width, reachOf: ({ kind }) => unit * reach[kind]! });
    for (const thing of found) kept.add(thing);
    markThings(from, found);
    return found;
  };

  const drawn = new Uint8Array(marks.mask.length);
  for (const { x, y } of places) drawn[Math.round(y) * width + Math.round(x)] = 1;
  markThings(
    drawn,
    [...kept].filter(({ kind }) => kind !== "letter"),
  );
  while (takeIn(drawn, { wire: REACH.wire, gate: REACH.gate }).length > 0);
  const open = things.filter((thing) => thing.kind === "wire" && !kept.has(thing) && passesAll(thing, marks, unit));
  const passing = nearThings(open, { from: drawn, width, reachOf: () => unit * PASSING.reach });
  for (const thing of passing) kept.add(thing);
  markThings(drawn, passing);
  const names = new Uint8Array(marks.mask.length);
  markThings(names, takeIn(drawn, { letter: REACH.letter }));
  while (takeIn(names, { letter: REACH.name }).length > 0);
  if (kept.size === things.length) return { marks, aside: [] };

  const around = boxAround([...kept].flatMap(({ box }) => cornersOf(box)));
  const isAside = ({ kind, box }: Thing) => kind === "letter" || !isInside(around, middleOf(box));
  const aside = things.filter((thing) => !kept.has(thing) && isAside(thing));
  const mask = marks.mask.slice();
  for (const { pixels, gate } of aside) if (!gate) for (const at of pixels) mask[at] = INK.paper;
  const left = new Set(aside.map(({ gate }) => gate));
  const isKept = (gate: GateMark) => !left.has(gate);
  const alone = { gates: marks.gates.filter(isKept), doubtful: marks.doubtful.filter(isKept), mask };
  return { marks: { ...marks, ...alone }, aside: regionsOf(aside, unit) };
}

/** The boxes around things that are near each other. */
function regionsOf(things: readonly Thing[], unit: number): PageBox[] {
  const regions: PageBox[] = [];
  for (const { box } of things) {
    let region = box;
    let near: PageBox[];
    do {
      near = regions.filter((other) => overlaps(grown(region, REGION.reach * unit), other));
      region = boxAround([region, ...near].flatMap(cornersOf));
      for (const other of near) regions.splice(regions.indexOf(other), 1);
    } while (near.length > 0);
    regions.push(region);
  }
  return regions.filter(({ width, height }) => Math.max(width, height) >= REGION.least * unit);
}

/** Whether a line runs past all gates, across the page. */
function passesAll({ box }: Thing, { gates }: Marks, unit: number): boolean {
  const isPassed = ({ box: gate }: Marks["gates"][number]) => box.x < gate.x && gate.x + gate.width < box.x + box.width;
  return box.height <= PASSING.height * unit && gates.length > 0 && gates.every(isPassed);
}

function markThings(pixels: Uint8Array, things: readonly Thing[]): void {
  for (const thing of things) for (const at of thing.pixels) pixels[at] = 1;
}

/** Of some things those within reach, in pixels, of a pixel of `from` that is set. */
function nearThings(
  things: readonly Thing[],
  { from, width, reachOf }: { from: Uint8Array; width: number; reachOf: (thing: Thing) => number },
): Thing[] {
  const unsure = things.filter((thing) => !isSurelyNear(thing, { from, width, reach: reachOf(thing) }));
  if (unsure.length === 0) return [...things];
  const far = Math.ceil(unsure.reduce((most, thing) => Math.max(most, reachOf(thing)), 0)) + 1;
  const around = boxAround(unsure.flatMap(({ box }) => cornersOf(box)));
  const steps = stepsTo(from, {
    width,
    left: Math.max(0, around.x - far),
    right: Math.min(width, around.x + around.width + far),
    top: Math.max(0, around.y - far),
    bottom: Math.min(from.length / width, around.y + around.height + far),
    most: far,
  });
  const isFar = (thing: Thing) => {
    const reach = reachOf(thing);
    return !thing.pixels.some((at) => steps[at]! <= reach);
  };
  const left = new Set(unsure.filter(isFar));
  return things.filter((thing) => !left.has(thing));
}

/** Whether a thing touches `from`, or so little is between them that it is near wherever its pixels are in its box. */
function isSurelyNear(
  { box, pixels }: Thing,
  { from, width, reach }: { from: Uint8Array; width: number; reach: number },
): boolean {
  const margin = Math.floor((reach - box.width - box.height) / 2);
  if (margin < 0) return pixels.some((at) => from[at] === 1);
  const bottom = Math.min(from.length / width, box.y + box.height + margin);
  const [left, right] = [Math.max(0, box.x - margin), Math.min(width, box.x + box.width + margin)];
  for (let y = Math.max(0, box.y - margin); y < bottom; y++) {
    if (from.subarray(y * width + left, y * width + right).includes(1)) return true;
  }
  return false;
}

interface Window {
  /** Of the page. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Kept between calls, because a page has megabytes of them: those of a window are all written before they are read. */
let steps = new Uint16Array(0);

/** For each pixel of a window how many steps to one of its four neighbours lead to one of `from`; at most `most`. */
function stepsTo(from: Uint8Array, { width, left, right, top, bottom, most }: Window & { most: number }): Uint16Array {
  if (steps.length < from.length) steps = new Uint16Array(from.length);
  for (let y = top; y < bottom; y++) {
    let before = most;
    for (let at = y * width + left; at < y * width + right; at++) {
      const above = y > top ? steps[at - width]! : most;
      before = from[at] === 1 ? 0 : Math.min(before + 1, above + 1, most);
      steps[at] = before;
    }
  }
  for (let y = bottom - 1; y >= top; y--) {
    let after = most;
    for (let at = y * width + right - 1; at >= y * width + left; at--) {
      const below = y < bottom - 1 ? steps[at + width]! : most;
      after = Math.min(steps[at]!, after + 1, below + 1);
      steps[at] = after;
    }
  }
  return steps;
}
