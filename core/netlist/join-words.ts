import type { WireTip } from "../gates/pin-costs.ts";
import type { TextMark } from "../marks/marks.ts";
import { areOneName, around } from "../marks/texts/text-boxes.ts";
import { pairTexts } from "../wires/pair-texts.ts";
import { TEXT_REACH } from "../wires/read-wires.ts";

/** Two letters or more, as they are read. */
const WORD = /^[A-Z][a-z]+$/;

/**
 * The texts of a page with the words of a name joined, as "in" and "a" next to a wire: a text next to one that names a
 * wire is a part of that name if one of the two is a word and it names no wire itself. Nothing is joined where wires run
 * down the page: there the names of several are next to each other.
 *
 * @example
 * const word = (text, x) => ({ text, box: { x, y: 0, width: 40, height: 20 }, complemented: false, confidence: 1 });
 * const wires = { freeEnds: [{ at: { x: 110, y: 10 }, heading: { x: -1, y: 0 } }], gates: { unit: 60 } };
 * joinWords([word("In", 0), word("A", 60)], wires)[0].text; // "Ina"
 */
export function joinWords(
  texts: readonly TextMark[],
  { freeEnds, gates }: { readonly freeEnds: readonly WireTip[]; readonly gates: { readonly unit: number } },
): readonly TextMark[] {
  if (!texts.some(({ text }) => text !== null && WORD.test(text))) return texts;
  const textOf = pairTexts(freeEnds, texts, { reach: TEXT_REACH * gates.unit });
  const spare = new Set(texts.filter(({ isPrinted }, index) => !isPrinted && !textOf.includes(index)));
  const joined = new Map<TextMark, TextMark>();
  freeEnds.forEach(({ heading }, end) => {
    const own = texts[textOf[end]!];
    if (own === undefined || own.isPrinted || Math.abs(heading.y) > Math.abs(heading.x)) return;
    const name = withWords(own, spare);
    if (name !== own) joined.set(own, name);
  });
  const isLeft = (text: TextMark, index: number) => text.isPrinted || textOf.includes(index) || spare.has(text);
  return texts.filter(isLeft).map((text) => joined.get(text) ?? text);
}

/** A name with the words that belong to it, which are taken out of `spare`. */
function withWords(name: TextMark, spare: Set<TextMark>): TextMark {
  for (const other of spare) {
    const both = joinTwo(name, other);
    if (both === null) continue;
    spare.delete(other);
    return withWords(both, spare);
  }
  return name;
}

/** Null if they are not one name. */
function joinTwo(a: TextMark, b: TextMark): TextMark | null {
  const [left, right] = a.box.x <= b.box.x ? [a, b] : [b, a];
  const [first, second] = [characters(left), characters(right)];
  const isWord = WORD.test(first) || WORD.test(second);
  if (first === "" || second === "" || !isWord || left.complemented || !areOneName(left.box, right.box)) return null;
  return {
    box: around([left.box, right.box]),
    text: first + second.toLowerCase(),
    complemented: right.complemented,
    confidence: Math.min(left.confidence, right.confidence),
  };
}

/** A lone digit is not read as a name, but it may be the last word of one. */
const SURE_DIGIT = 0.5;

function characters({ text, readings = [] }: TextMark): string {
  return text ?? readings.find((reading) => /^\d$/.test(reading.text) && reading.score >= SURE_DIGIT)?.text ?? "";
}
