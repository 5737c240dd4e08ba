import { distanceToBox } from "../gates/read-gates.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import type { TextMark } from "../marks/marks.ts";

/** A free wire end that may carry a name. */
export interface NamedEnd {
  readonly net: number;
  readonly at: PagePoint;
  /** Unit vector out of the wire. */
  readonly heading: PagePoint;
  /** Index of the text beside it, or -1. */
  readonly text: number;
}

/**
 * Gives each text to the free end that it stands beside: the nearest pair first, an end in line with the text before
 * one aside, within `reach` pixels.
 */
export function pairTexts(
  ends: readonly Omit<NamedEnd, "text">[],
  texts: readonly TextMark[],
  { reach }: { reach: number },
): NamedEnd[] {
  const pairs = ends.flatMap((end, index) =>
    texts.flatMap(({ box }, text) => {
      const distance = distanceToBox(box, end.at);
      if (distance > reach) return [];
      return [{ index, text, cost: distance * (1.5 - 0.5 * inLine(box, end)) }];
    }),
  );
  const textOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const { index, text } of pairs.sort((a, b) => a.cost - b.cost)) {
    if (textOf.has(index) || taken.has(text)) continue;
    textOf.set(index, text);
    taken.add(text);
  }
  return ends.map((end, index) => ({ ...end, text: textOf.get(index) ?? -1 }));
}

function inLine(box: PageBox, { at, heading }: Omit<NamedEnd, "text">): number {
  const dx = box.x + box.width / 2 - at.x;
  const dy = box.y + box.height / 2 - at.y;
  const length = Math.hypot(dx, dy);
  return length === 0 ? 1 : (dx * heading.x + dy * heading.y) / length;
}

/**
 * Ends in the order of their names: top to bottom where the wires run across the page, left to right where they are
 * bus lines that run down.
 */
export function inReadingOrder<E extends Pick<NamedEnd, "at" | "heading">>(ends: readonly E[]): E[] {
  const upright = ends.filter(({ heading }) => Math.abs(heading.y) > Math.abs(heading.x)).length;
  const isBus = ends.length > 1 && 2 * upright > ends.length;
  return [...ends].sort((a, b) => (isBus ? a.at.x - b.at.x : a.at.y - b.at.y || a.at.x - b.at.x));
}

/** `count` names A, B, C … (A1, B1 … after Z) that are not among `used`. */
export function letters(count: number, used: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let k = 0; names.length < count; k++) {
    const name = String.fromCharCode(65 + (k % 26)) + (k < 26 ? "" : String(Math.floor(k / 26)));
    if (!used.has(name)) names.push(name);
  }
  return names;
}
