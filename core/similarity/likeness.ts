import type { DrawnMark } from "./drawing.ts";

/**
 * The likeness of two drawings, 0 … 1, if they are similar by the specification's rule: equally many predictions in
 * both, each with its own partner in the other drawing that has its class and is within `margin` in x, in y and in
 * confidence. Null if they are not. 1 is the same drawing, 0 means partners that are all a whole `margin` apart.
 *
 * Partners are found by augmenting paths (Kuhn 1955), so that a near partner that another prediction needs is given up.
 *
 * @example
 * likeness([{ className: "AND", x: 40, y: 30, confidence: 98 }], [{ className: "AND", x: 42, y: 30, confidence: 98 }], 5);
 * // 0.6
 */
export function likeness(a: readonly DrawnMark[], b: readonly DrawnMark[], margin: number): number | null {
  if (a.length !== b.length || a.length === 0) return null;
  const partners = a.map((mark) => partnersOf(mark, { among: b, margin }));
  const partnerOf = new Int32Array(a.length).fill(-1);
  const ownerOf = new Int32Array(b.length).fill(-1);

  function give(mark: number, tried: Uint8Array): boolean {
    for (const { index } of partners[mark]!) {
      if (tried[index] === 1) continue;
      tried[index] = 1;
      const owner = ownerOf[index]!;
      if (owner !== -1 && !give(owner, tried)) continue;
      ownerOf[index] = mark;
      partnerOf[mark] = index;
      return true;
    }
    return false;
  }

  for (let mark = 0; mark < a.length; mark++) if (!give(mark, new Uint8Array(b.length))) return null;
  const apart = partners.reduce((sum, candidates, mark) => {
    return sum + candidates.find(({ index }) => index === partnerOf[mark])!.distance;
  }, 0);
  return margin === 0 ? 1 : 1 - apart / (a.length * margin);
}

interface Partner {
  readonly index: number;
  /** The largest of the differences in x, y and confidence. */
  readonly distance: number;
}

/** All possible partners of a mark, the nearest first. */
function partnersOf(
  mark: DrawnMark,
  { among, margin }: { among: readonly DrawnMark[]; margin: number },
): readonly Partner[] {
  const found: Partner[] = [];
  among.forEach((other, index) => {
    if (other.className !== mark.className) return;
    const distance = Math.max(
      Math.abs(other.x - mark.x),
      Math.abs(other.y - mark.y),
      Math.abs(other.confidence - mark.confidence),
    );
    if (distance <= margin) found.push({ index, distance });
  });
  return found.sort((p, q) => p.distance - q.distance);
}
