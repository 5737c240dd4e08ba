import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { strokeGroups } from "../page/ink/connected-groups.ts";
import { gateSize } from "./gate-size.ts";
import { INK, type Marks } from "./marks.ts";

/** How near a wire or a letter is to a wire or gate of the drawing, and a letter to those of its name, in gate sizes. */
const REACH = { wire: 0.8, letter: 1.8, name: 0.35 } as const;

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
  const groups = strokeGroups(marks.mask, { width });
  const groupAt = new Int32Array(marks.mask.length).fill(-1);
  const isWriting = groups.map(({ pixels }, group) => {
    let letters = 0;
    for (const at of pixels) {
      groupAt[at] = group;
      if (marks.mask[at] === INK.text) letters++;
    }
    return 2 * letters > pixels.length;
  });
  const kept = new Set<number>();
  const takeIn = nearGroups(groupAt, { width, most: unit * REACH.letter, kept });
  const inkOf = (found: readonly number[]) => found.map((group) => groups[group]!.pixels);

  const letters: number[] = [];
  const gates = [...marks.gates, ...marks.doubtful].map(({ box }) => pixelsIn(box, width));
  let from: Iterable<number>[] = [...gates, places.map(({ x, y }) => Math.round(y) * width + Math.round(x))];
  while (from.length > 0) {
    const found = takeIn(from, (group) => unit * (isWriting[group] ? REACH.letter : REACH.wire));
    letters.push(...found.filter((group) => isWriting[group]));
    from = inkOf(found.filter((group) => !isWriting[group]));
  }
  from = inkOf(letters);
  while (from.length > 0) from = inkOf(takeIn(from, (group) => (isWriting[group] ? unit * REACH.name : -1)));

  const isWithin = withinDrawing([...marks.gates.map(({ box }) => pixelsIn(box, width)), ...inkOf([...kept])], width);
  const mask = marks.mask.slice();
  groups.forEach(({ pixels }, group) => {
    if (kept.has(group) || (!isWriting[group] && pixels.some(isWithin))) return;
    for (const at of pixels) if (mask[at] !== INK.gate) mask[at] = INK.paper;
  });
  return { ...marks, mask };
}

/** Whether a place is in the box around all of the drawing's. */
function withinDrawing(drawing: readonly Iterable<number>[], width: number): (at: number) => boolean {
  let [left, right, top, bottom] = [width, -1, Number.POSITIVE_INFINITY, -1];
  for (const pixels of drawing) {
    for (const at of pixels) {
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x >= left && x <= right && y >= top && y <= bottom;
  };
}

function* pixelsIn(box: PageBox, width: number): Generator<number> {
  const right = Math.min(width, box.x + box.width);
  for (let y = Math.max(0, Math.floor(box.y)); y < box.y + box.height; y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < right; x++) yield y * width + x;
  }
}

/** Takes groups of ink into `kept` that are within their reach, in pixels, of some places, and returns those. */
function nearGroups(
  groupAt: Int32Array,
  { width, most, kept }: { width: number; most: number; kept: Set<number> },
): (from: readonly Iterable<number>[], reachOf: (group: number) => number) => number[] {
  const steps = new Uint16Array(groupAt.length).fill(0xffff);
  const queue = new Int32Array(groupAt.length);
  return (from, reachOf) => {
    const found: number[] = [];
    let end = 0;
    const reach = (at: number, distance: number) => {
      if (at < 0 || at >= steps.length || steps[at]! <= distance) return;
      steps[at] = distance;
      queue[end++] = at;
    };
    for (const pixels of from) for (const at of pixels) reach(at, 0);
    for (let k = 0; k < end; k++) {
      const at = queue[k]!;
      const distance = steps[at]!;
      const group = groupAt[at]!;
      if (group !== -1 && !kept.has(group) && distance <= reachOf(group)) {
        kept.add(group);
        found.push(group);
      }
      if (distance >= most) continue;
      for (const next of [at - 1, at + 1, at - width, at + width]) reach(next, distance + 1);
    }
    return found;
  };
}
