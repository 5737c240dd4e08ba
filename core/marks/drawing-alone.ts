import { boxAround, cornersOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { type StrokeGroup, strokeGroups } from "../page/ink/connected-groups.ts";
import { gateSize } from "./gate-size.ts";
import { INK, type Marks } from "./marks.ts";

/** How near a wire or a letter is to a wire or gate of the drawing, and a letter to those of its name, in gate sizes. */
const REACH = { wire: 0.8, letter: 1.8, name: 0.35 } as const;

/** Connected ink, and whether most of it is text. */
interface Thing extends StrokeGroup {
  readonly isWriting: boolean;
}

interface Surroundings {
  /** Of the page, in pixels. */
  readonly width: number;
  /** What a person says to be of the drawing. */
  readonly places: readonly PagePoint[];
}

/**
 * The marks of the drawing alone. A page has tables, titles and equations, too: wires and letters that nothing joins to
 * a gate, neither ink nor a gap as a pen leaves it, are left aside. Ink that looks like a gate's stays: it may be one. So
 * does a line among the gates, where no table is: it may be a wire with a gap, which must be reported.
 */
export function drawingAlone(marks: Marks, { width, places }: Surroundings): Marks {
  const unit = gateSize(marks.gates.length > 0 ? marks.gates : marks.doubtful);
  if (unit === 0) return marks;
  const things = strokeGroups(marks.mask, { width }).map((group): Thing => {
    const letters = group.pixels.reduce((sum, at) => sum + Number(marks.mask[at] === INK.text), 0);
    return { ...group, isWriting: 2 * letters > group.pixels.length };
  });
  const kept = new Set<Thing>();
  const takeIn = (from: Uint8Array, { isWriting, reach }: { isWriting: boolean; reach: number }): Thing[] => {
    const open = things.filter((thing) => thing.isWriting === isWriting && !kept.has(thing));
    const found = nearThings(open, { from, width, reach: unit * reach });
    for (const thing of found) kept.add(thing);
    return found;
  };
  /** Takes in what is near `from`, what is near that, and so on. */
  const follow = (from: Uint8Array, near: Parameters<typeof takeIn>[1]) => {
    for (let found = takeIn(from, near); found.length > 0; found = takeIn(from, near)) markThings(from, found);
  };

  const drawn = new Uint8Array(marks.mask.length);
  for (const { box } of [...marks.gates, ...marks.doubtful]) markBox(drawn, box, width);
  for (const { x, y } of places) drawn[Math.round(y) * width + Math.round(x)] = 1;
  follow(drawn, { isWriting: false, reach: REACH.wire });
  const letters = takeIn(drawn, { isWriting: true, reach: REACH.letter });
  const names = new Uint8Array(marks.mask.length);
  markThings(names, letters);
  follow(names, { isWriting: true, reach: REACH.name });
  if (kept.size === things.length) return marks;

  const isWithin = withinBoxes([...marks.gates, ...kept], width);
  const mask = marks.mask.slice();
  for (const thing of things) {
    if (kept.has(thing) || (!thing.isWriting && thing.pixels.some(isWithin))) continue;
    for (const at of thing.pixels) if (mask[at] !== INK.gate) mask[at] = INK.paper;
  }
  return { ...marks, mask };
}

/** Whether a pixel is in the box around some boxes. */
function withinBoxes(all: readonly { readonly box: PageBox }[], width: number): (at: number) => boolean {
  const left = Math.min(...all.map(({ box }) => Math.floor(box.x)));
  const right = Math.max(...all.map(({ box }) => box.x + box.width));
  const top = Math.min(...all.map(({ box }) => Math.floor(box.y)));
  const bottom = Math.max(...all.map(({ box }) => box.y + box.height));
  return (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x >= left && x < right && y >= top && y < bottom;
  };
}

function markThings(pixels: Uint8Array, things: readonly Thing[]): void {
  for (const thing of things) for (const at of thing.pixels) pixels[at] = 1;
}

function markBox(pixels: Uint8Array, box: PageBox, width: number): void {
  const right = Math.min(width, box.x + box.width);
  for (let y = Math.max(0, Math.floor(box.y)); y < box.y + box.height; y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < right; x++) pixels[y * width + x] = 1;
  }
}

/** Of some things those within reach, in pixels, of a pixel of `from` that is set. */
function nearThings(
  things: readonly Thing[],
  { from, width, reach }: { from: Uint8Array; width: number; reach: number },
): Thing[] {
  if (things.length === 0) return [];
  const far = Math.ceil(reach) + 1;
  const around = boxAround(things.flatMap(({ box }) => cornersOf(box)));
  const steps = stepsTo(from, {
    width,
    left: Math.max(0, around.x - far),
    right: Math.min(width, around.x + around.width + far),
    top: Math.max(0, around.y - far),
    bottom: Math.min(from.length / width, around.y + around.height + far),
    most: far,
  });
  return things.filter(({ pixels }) => pixels.some((at) => steps[at]! <= reach));
}

interface Window {
  /** Of the page. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** For each pixel of a window how many steps to one of its four neighbours lead to one of `from`; at most `most`. */
function stepsTo(from: Uint8Array, { width, left, right, top, bottom, most }: Window & { most: number }): Uint16Array {
  const steps = new Uint16Array(from.length);
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
