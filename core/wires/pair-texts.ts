import type { WireTip } from "../gates/pin-costs.ts";
import { distanceToBox, middleOf } from "../geometry/boxes.ts";
import { cheapestPairs } from "../geometry/cheapest-pairs.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { TextMark } from "../marks/marks.ts";

/**
 * Assigns texts to the wire ends next to them, within `reach` pixels, so that the sum of all distances is smallest; an
 * end in line with its text counts as nearer than one to its side, and a letter as nearer than a lone 0 or 1: that is
 * the wire's value, unless the page has other digits as names. A wire that a person drew takes no letter from another.
 * In a row of letters next to a row of ends each letter gets its own end, even if its neighbour's is nearer. Returns for
 * each end the index of its text, or -1.
 */
export function pairTexts(
  ends: readonly (WireTip & { readonly isDrawn?: boolean })[],
  texts: readonly TextMark[],
  { reach }: { reach: number },
): number[] {
  const says = texts.map(loneCharacter);
  const values = says.some((text) => DIGIT_NAMES.includes(text)) ? [] : VALUES;
  const extra = says.map((text) => (values.includes(text) ? reach : 0));
  const costOf = (text: TextMark, end: WireTip) => {
    const distance = distanceToBox(text.box, end.at);
    const straight = inLine(text.box, end);
    return distance > reach || isAside(text, end) ? FAR : (distance + 2) * (1.5 - 0.5 * straight);
  };
  // A text without an end costs as much as the most expensive pair.
  const none = 2 * (reach + 2);
  const costs = texts.map((text, k) => [
    ...ends.map((end) => costOf(text, end) + extra[k]! + (end.isDrawn ? reach : 0)),
    ...texts.map(() => none),
  ]);
  const textOf = ends.map(() => -1);
  cheapestPairs(costs).forEach((end, text) => {
    if (end < ends.length) textOf[end] = text;
  });
  return textOf;
}

/** A wire that ends farther above or below a printed name than this, in its heights (5 mm), may belong to its neighbour. */
const ASIDE = 1.25;

function isAside({ box, isPrinted = false }: TextMark, { at }: WireTip): boolean {
  return isPrinted && Math.abs(at.y - middleOf(box).y) > ASIDE * box.height;
}

/** What signals are, and what only names are. */
const VALUES = ["0", "1"];
const DIGIT_NAMES = ["2", "3", "4", "5", "6", "7", "8", "9"];

/** What an unread text most likely says; O and I, which name nothing, are 0 and 1. */
function loneCharacter({ text, readings = [] }: TextMark): string {
  return text === null ? (readings.find((reading) => !["O", "I"].includes(reading.text))?.text ?? "") : "";
}

/** The cost of an impossible pair. */
const FAR = 1e9;

/** Cosine: 1 where the wire points at the middle of the box, -1 where it points away. */
export function inLine(box: PageBox, { at, heading }: WireTip): number {
  const dx = box.x + box.width / 2 - at.x;
  const dy = box.y + box.height / 2 - at.y;
  const length = Math.hypot(dx, dy);
  return length === 0 ? 1 : (dx * heading.x + dy * heading.y) / length;
}
