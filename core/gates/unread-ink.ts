import { boxAround, cornersOf, distanceToBox } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import type { Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { gateInk } from "./gate-ink.ts";
import type { Gates } from "./read-gates.ts";

/** Ink belongs to a gate or circle up to this many gate sizes outside it, and to a group up to this many from it. */
const AROUND = { gate: 0.1, group: 0.25 } as const;

/** A group with less ink than this share of a usual gate's is a bit of something else. */
const LEAST_SHARE = 0.1;

/** Ink that is close together. */
interface Group {
  box: PageBox;
  pixels: number;
}

/**
 * The places with ink that the detector takes for a gate's, away from all gates and circles that were read. `wires` has
 * the ink that was read as wires, 1 for each pixel of the page.
 */
export function unreadInk(
  page: CleanPage,
  { mask }: Pick<Marks, "mask">,
  { gates: { bodies, bubbles, unit }, wires }: { gates: Gates; wires: Uint8Array },
): PageBox[] {
  const boxes = bodies.map(({ box }) => box);
  const { atBoxes, apart } = gateInk(page, mask, { boxes, reach: AROUND.gate * unit });
  const groups: Group[] = [];
  for (const index of apart) {
    if (wires[index] === 1) continue;
    const at = { x: index % page.width, y: Math.floor(index / page.width) };
    if (bubbles.some((circle) => distanceBetween(circle.at, at) <= circle.radius + AROUND.gate * unit)) continue;
    const group = groups.find(({ box }) => distanceToBox(box, at) <= AROUND.group * unit);
    if (group === undefined) {
      groups.push({ box: boxAround([at]), pixels: 1 });
      continue;
    }
    group.pixels++;
    if (distanceToBox(group.box, at) > 0) group.box = boxAround([...cornersOf(group.box), at]);
  }
  const least = (LEAST_SHARE * atBoxes) / bodies.length;
  return bodies.length === 0 ? [] : groups.filter(({ pixels }) => pixels >= least).map(({ box }) => box);
}
