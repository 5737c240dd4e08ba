import { around, gapAcross, gapDown } from "./text-boxes.ts";
import { isAround, type TextPart } from "./text-parts.ts";

/** Characters next to each other, with what is drawn around them. */
export interface Word {
  /** From left to right, with parts above each other grouped: ideally one character each. */
  readonly atoms: readonly (readonly TextPart[])[];
  /** A horizontal stroke above; close above a single atom it may also be the top of an E, F or T. */
  readonly bar: { readonly part: TextPart; readonly gap: number } | null;
  /** A short stroke behind, at the top. */
  readonly prime: TextPart | null;
  /** A closed line around. */
  readonly frame: TextPart | null;
}

/**
 * Groups parts into words. `unit` is the usual height of a character in pixels; distances are judged relative to it.
 * Specks and lone dashes do not belong to words.
 */
export function findWords(parts: readonly TextPart[], unit: number): Word[] {
  const frameOf = new Map<TextPart, TextPart>();
  for (const part of parts) {
    const frame = parts.find((other) => isFrame(other, { part, unit }));
    if (frame !== undefined) frameOf.set(part, frame);
  }
  const frames = new Set(frameOf.values());
  const rest = parts.filter((part) => !frames.has(part) && Math.max(part.box.width, part.box.height) >= 0.12 * unit);
  const flat = rest.filter((part) => isFlat(part, unit));
  const small = rest.filter((part) => !flat.includes(part) && Math.max(part.box.width, part.box.height) < 0.32 * unit);
  const bodies = rest.filter((part) => !flat.includes(part) && !small.includes(part));
  const primes = new Set([...bodies, ...small].filter((part) => isPrime(part, { bodies, small, unit })));
  const words = cluster(
    bodies.filter((part) => !primes.has(part)),
    (a, b) => frameOf.get(a) === frameOf.get(b) && areNeighbours(a, b, unit),
  ).map((own) => ({ own, bar: null as Word["bar"], prime: null as TextPart | null }));
  for (const part of [...small.filter((dot) => !primes.has(dot)), ...flat]) {
    const word = words.find(({ own }) => isStrokeOf(part, { own, unit }));
    if (word !== undefined) word.own.push(part);
  }
  for (const part of flat) {
    for (const word of words) {
      const gap = gapAbove(part, { own: word.own, unit });
      if (!word.own.includes(part) && gap !== null && (word.bar === null || gap < word.bar.gap))
        word.bar = { part, gap };
    }
  }
  for (const part of primes) {
    const word = words.find(({ own }) => own.some((body) => standsBehind(part, { body, unit })));
    if (word !== undefined) word.prime = part;
  }
  return words.map(({ own, bar, prime }) => ({ atoms: atomsOf(own), bar, prime, frame: frameOf.get(own[0]!) ?? null }));
}

function isFrame(frame: TextPart, { part, unit }: { part: TextPart; unit: number }): boolean {
  const { width, height } = frame.box;
  return isAround(frame.box, part.box) && part.box.height >= 0.4 * unit && Math.max(width, height) <= 6 * unit;
}

function isFlat({ box, attached }: TextPart, unit: number): boolean {
  return !attached && box.width >= 2.2 * box.height && box.width >= 0.35 * unit && box.height <= 0.4 * unit;
}

/** A short stroke that is high behind a character and has nothing below it: not the dot of an i, however small that is. */
function isPrime(
  part: TextPart,
  { bodies, small, unit }: { bodies: readonly TextPart[]; small: readonly TextPart[]; unit: number },
): boolean {
  const { box } = part;
  if (part.attached || box.height > 0.6 * unit || box.width > 0.4 * unit || box.height < 0.12 * unit) return false;
  const isBelow = (body: TextPart) =>
    body !== part && gapAcross(box, body.box) < 0.08 * unit && body.box.y >= box.y + 0.5 * box.height;
  return bodies.some((body) => standsBehind(part, { body, unit })) && ![...bodies, ...small].some(isBelow);
}

function standsBehind({ box }: TextPart, { body, unit }: { body: TextPart; unit: number }): boolean {
  const gap = box.x - (body.box.x + body.box.width);
  const bottom = box.y + box.height;
  return (
    body.box.height >= 1.5 * box.height &&
    gap >= -0.12 * unit &&
    gap <= 0.45 * unit &&
    bottom <= body.box.y + 0.55 * body.box.height &&
    bottom >= body.box.y - 0.35 * unit
  );
}

function areNeighbours(a: TextPart, b: TextPart, unit: number): boolean {
  const across = gapAcross(a.box, b.box);
  const down = gapDown(a.box, b.box);
  const height = Math.min(1.2 * unit, Math.max(a.box.height, b.box.height));
  const beside = across <= 0.42 * height && -down >= 0.25 * Math.min(a.box.height, b.box.height);
  const stacked = -across >= 0.5 * Math.min(a.box.width, b.box.width) && down <= 0.1 * unit;
  if (isIndexOf(b, a) || isIndexOf(a, b)) return true;
  // The upper and the lower half of a broken character together are no higher than one.
  return beside || (stacked && around([a.box, b.box]).height <= 1.35 * unit);
}

/** An index is lower than its letter, begins in its lower part, and stands this far behind it, in the letter's heights. */
const INDEX = { height: 0.75, top: 0.35, gap: 0.55, overlap: 0.15 } as const;

/** A small character behind a letter, at its foot or below, farther from it than letters of a word are. */
function isIndexOf(index: TextPart, letter: TextPart): boolean {
  const { x, y, height } = letter.box;
  const gap = index.box.x - (x + letter.box.width);
  const top = index.box.y - y;
  return (
    !index.attached &&
    index.box.height <= INDEX.height * height &&
    gap >= -INDEX.overlap * height &&
    gap <= INDEX.gap * height &&
    top >= INDEX.top * height &&
    top <= height
  );
}

/** A dot or a short stroke that belongs to the characters that it is above or among. */
function isStrokeOf(part: TextPart, { own, unit }: { own: readonly TextPart[]; unit: number }): boolean {
  const isDot = !isFlat(part, unit);
  return own.some(({ box }) => {
    const across = gapAcross(box, part.box);
    if (isDot && across <= 0.15 * unit && part.box.y < box.y && gapDown(box, part.box) <= 0.45 * unit) return true;
    const middle = part.box.y + part.box.height / 2;
    return across <= 0.1 * unit && middle > box.y + 0.12 * box.height && middle < box.y + box.height + 0.1 * unit;
  });
}

/** Pixels between a bar and the characters below it, or null if it is not above them. */
function gapAbove(bar: TextPart, { own, unit }: { own: readonly TextPart[]; unit: number }): number | null {
  const box = around(own.map((part) => part.box));
  const gap = box.y - (bar.box.y + bar.box.height);
  const covered = -gapAcross(bar.box, box);
  const isAbove = bar.box.y < box.y && gap >= -0.2 * unit && gap <= 0.7 * unit;
  return isAbove && covered >= 0.5 * Math.min(bar.box.width, box.width) ? gap : null;
}

/** Parts that overlap along x are one character. */
function atomsOf(own: readonly TextPart[]): TextPart[][] {
  return cluster(own, (a, b) => -gapAcross(a.box, b.box) >= 0.4 * Math.min(a.box.width, b.box.width)).sort(
    (a, b) => around(a.map((part) => part.box)).x - around(b.map((part) => part.box)).x,
  );
}

function cluster(parts: readonly TextPart[], joins: (a: TextPart, b: TextPart) => boolean): TextPart[][] {
  const clusters: TextPart[][] = [];
  for (const part of parts) {
    const met = clusters.filter((own) => own.some((other) => joins(part, other)));
    for (const own of met) clusters.splice(clusters.indexOf(own), 1);
    clusters.push([...met.flat(), part]);
  }
  return clusters;
}
