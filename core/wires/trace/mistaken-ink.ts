import type { Gates } from "../../gates/read-gates.ts";
import { distanceToBox } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { longerSide } from "../../marks/gate-size.ts";
import { INK, type Marks } from "../../marks/marks.ts";
import { boxOfPixels } from "../../page/ink/connected-groups.ts";
import type { Bitmap } from "./bitmap.ts";

/** A patch wider or higher than this, in gate sizes, is not a mistake of the detector, unless it is one stroke. */
const LARGEST_PATCH = 0.45;

/**
 * A stroke of gate ink of this length, in gate sizes, is a wire, even if it leads to no more than a gate. A longer one
 * may be the outline of a gate that was not found.
 */
const STROKE = { least: 0.25, most: 1.5 } as const;

/** Text ink in a text larger than this, in gate sizes, really is text. */
const WORD = 0.3;

/** Gate ink counts as such up to this many gate sizes outside a gate's box. */
const GATE_MARGIN = 0.08;

/** What a place of other ink is: it may be a wire's, it is a gate's, or it belongs to a patch that was looked at. */
const OPEN = 1;
const AT_GATE = 2;
const SEEN = 3;

/**
 * Returns to wires what the detector took for text or for a gate: small patches in the middle of a wire, with wire on
 * two sides, gate ink on a wire far from any gate, and strokes of gate ink that lead to a wire or a gate. `wire` is
 * changed in place; `other` has the places of all other ink, in reading order.
 */
export function restoreMistakenInk(
  wire: Pick<Bitmap, "width" | "bits">,
  marks: Marks,
  { gates, other }: { gates: Gates; other: readonly number[] },
): void {
  const { width, bits } = wire;
  const offsets = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const states = firstStates(wire, marks, { gates, other });
  for (const start of other) {
    if (!isCandidate(start, wire, states)) continue;
    const patch = growPatch(start, wire, { states, offsets });
    const isAllGate = patch.places.filter((at) => marks.mask[at] === INK.gate).length > 0.7 * patch.places.length;
    if (isWire(patch, { isAllGate, width, offsets, unit: gates.unit })) for (const at of patch.places) bits[at] = 1;
  }
}

/** What each place of other ink may be: ink of a word is text. */
function firstStates(
  { width, bits }: Pick<Bitmap, "width" | "bits">,
  marks: Marks,
  { gates, other }: { gates: Gates; other: readonly number[] },
): Uint8Array {
  const words = marks.texts
    .map((text) => text.box)
    .filter((box) => Math.max(box.width, box.height) > WORD * gates.unit);
  const states = new Uint8Array(bits.length);
  for (const at of other) {
    const point = { x: at % width, y: Math.floor(at / width) };
    if (marks.mask[at] === INK.gate) states[at] = isNearGate(gates, point) ? AT_GATE : OPEN;
    else if (words.every((box) => distanceToBox(box, point) > 1)) states[at] = OPEN;
  }
  return states;
}

/** Whether a place may begin or enlarge a patch; those at the picture's rim do not. */
function isCandidate(at: number, { width, bits }: Pick<Bitmap, "width" | "bits">, states: Uint8Array): boolean {
  return at > width && at < bits.length - width - 1 && states[at] === OPEN && bits[at] === 0;
}

interface Patch {
  readonly places: readonly number[];
  /** The places of wire, and of gates' ink, that it touches. */
  readonly contacts: ReadonlySet<number>;
  readonly atGates: ReadonlySet<number>;
}

/** All open ink that is connected with a place; it is looked at once. */
function growPatch(
  start: number,
  wire: Pick<Bitmap, "width" | "bits">,
  { states, offsets }: { states: Uint8Array; offsets: readonly number[] },
): Patch {
  const places = [start];
  states[start] = SEEN;
  const contacts = new Set<number>();
  const atGates = new Set<number>();
  for (const at of places) {
    for (const offset of offsets) {
      const next = at + offset;
      if (wire.bits[next] === 1) contacts.add(next);
      else if (states[next] === AT_GATE) atGates.add(next);
      if (!isCandidate(next, wire, states)) continue;
      states[next] = SEEN;
      places.push(next);
    }
  }
  return { places, contacts, atGates };
}

interface Judging {
  /** Most of the patch is gate ink. */
  readonly isAllGate: boolean;
  readonly width: number;
  readonly offsets: readonly number[];
  readonly unit: number;
}

/** Whether a patch is a stroke that leads to a wire or a gate, or a small piece of a wire. */
function isWire({ places, contacts, atGates }: Patch, { isAllGate, width, offsets, unit }: Judging): boolean {
  const span = longerSide(boxOfPixels(places, width));
  const sides = groupsOf(contacts, offsets);
  /** One stroke, as wide as where it meets what is at its ends, so it is not an undetected gate. */
  const isThin = (met: ReadonlySet<number>, ends: number) => places.length <= 1.6 * span * Math.max(2, met.size / ends);
  const leadsToGate = () => {
    const met = new Set([...contacts, ...atGates]);
    const isShort = span / unit >= STROKE.least && span / unit <= STROKE.most;
    const ends = groupsOf(met, offsets);
    return isShort && (ends === 1 || ends === 2) && isThin(met, ends);
  };
  if (isAllGate && ((sides === 2 && isThin(contacts, sides)) || leadsToGate())) return true;
  return (sides >= 2 || (sides === 1 && isAllGate)) && span <= LARGEST_PATCH * unit;
}

function isNearGate(gates: Gates, point: PagePoint): boolean {
  return (
    gates.bodies.some(({ box }) => distanceToBox(box, point) <= GATE_MARGIN * gates.unit) ||
    gates.bubbles.some(({ at, radius }) => distanceBetween(at, point) <= radius + 3)
  );
}

/** Number of connected groups of pixels. */
function groupsOf(pixels: ReadonlySet<number>, offsets: readonly number[]): number {
  const open = new Set(pixels);
  let groups = 0;
  for (const start of pixels) {
    if (!open.delete(start)) continue;
    groups++;
    const queue = [start];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const offset of offsets) if (open.delete(at + offset)) queue.push(at + offset);
    }
  }
  return groups;
}
