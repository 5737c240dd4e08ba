import type { WireTip } from "../gates/pin-costs.ts";
import { distanceToBox } from "../gates/read-gates.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { TextMark } from "../marks/marks.ts";

/**
 * Assigns each text to the wire end next to it: the nearest pair first, an end in line with the text before
 * one aside, within `reach` pixels. For each end the index of its text, or -1.
 */
export function pairTexts(
  ends: readonly WireTip[],
  texts: readonly TextMark[],
  { reach }: { reach: number },
): number[] {
  const pairs = ends.flatMap((end, index) =>
    texts.flatMap(({ box }, text) => {
      const distance = distanceToBox(box, end.at);
      if (distance > reach) return [];
      return [{ index, text, cost: (distance + 2) * (1.5 - 0.5 * inLine(box, end)) }];
    }),
  );
  const textOf = ends.map(() => -1);
  const taken = new Set<number>();
  for (const { index, text } of pairs.sort((a, b) => a.cost - b.cost)) {
    if (textOf[index] !== -1 || taken.has(text)) continue;
    textOf[index] = text;
    taken.add(text);
  }
  return textOf;
}

/** Cosine: 1 where the wire points at the middle of the box, -1 where it points away. */
export function inLine(box: PageBox, { at, heading }: WireTip): number {
  const dx = box.x + box.width / 2 - at.x;
  const dy = box.y + box.height / 2 - at.y;
  const length = Math.hypot(dx, dy);
  return length === 0 ? 1 : (dx * heading.x + dy * heading.y) / length;
}
