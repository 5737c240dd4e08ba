import type { StrokeGroup } from "./connected-groups.ts";

/** Smaller ones are letters and gates, in pixels of a clean page, whose long side has 1600. */
const SMALLEST = 100;
/** A frame leaves this share of its width and height free at each side: a ring does, too. */
const RIM = 0.18;
/** A frame is seen at this share of its width, above as well as below, and of its height, on the left and right. */
const CLOSED = 0.85;
/** Of the page's other ink, at least this share is in it. */
const INSIDE = 0.5;

/**
 * Removes a line that is drawn around the circuit, a box or a ring that touches nothing, from a page's `ink`: it would be
 * a wire that leads nowhere.
 *
 * @param groups those of the ink.
 * @returns the groups that are left.
 */
export function eraseFrame(
  ink: Uint8Array,
  { groups, width }: { groups: readonly StrokeGroup[]; width: number },
): StrokeGroup[] {
  return groups.filter((group) => {
    const isErased = isFrame(group, { groups, width });
    if (isErased) for (const at of group.pixels) ink[at] = 0;
    return !isErased;
  });
}

function isFrame(group: StrokeGroup, { groups, width }: { groups: readonly StrokeGroup[]; width: number }): boolean {
  const { box, pixels } = group;
  if (Math.min(box.width, box.height) < SMALLEST) return false;
  const left = box.x + RIM * box.width;
  const right = box.x + (1 - RIM) * box.width;
  const top = box.y + RIM * box.height;
  const bottom = box.y + (1 - RIM) * box.height;
  const isInside = (at: number) => {
    const y = Math.floor(at / width);
    const x = at - y * width;
    return x > left && x < right && y > top && y < bottom;
  };
  if (pixels.some(isInside)) return false;
  let [inside, all] = [0, 0];
  for (const other of groups) {
    if (other === group) continue;
    all += other.pixels.length;
    for (const at of other.pixels) if (isInside(at)) inside++;
  }
  if (inside < INSIDE * all) return false;
  const sides = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()] as const;
  for (const at of pixels) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    sides[y < box.y + box.height / 2 ? 0 : 1].add(x);
    sides[x < box.x + box.width / 2 ? 2 : 3].add(y);
  }
  return sides.every(({ size }, side) => size >= CLOSED * (side < 2 ? box.width : box.height));
}
