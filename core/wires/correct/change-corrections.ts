import { mapPlaces, type WireCorrection } from "./wire-correction.ts";

/**
 * The corrections of a page, `now`, after the change that a person made who saw `from` and wants `to`. What others said
 * since then stays; what the person added comes last.
 *
 * @example
 * const [others, own] = [1, 5].map((x) => ({ kind: "cut", at: { x, y: 1 } }));
 * changeCorrections([others], { from: [], to: [own] }).map(({ at }) => at.x); // [1, 5]
 */
export function changeCorrections(
  now: readonly WireCorrection[],
  { from, to }: { readonly from: readonly WireCorrection[]; readonly to: readonly WireCorrection[] },
): readonly WireCorrection[] {
  const [known, before, after] = [now, from, to].map((list) => list.map(nameOfCorrection));
  if (String(known) === String(before)) return to;
  const stays = (name: string) => after!.includes(name) || !before!.includes(name);
  const isNew = (name: string) => !before!.includes(name) && !known!.includes(name);
  return [...now.filter((_, index) => stays(known![index]!)), ...to.filter((_, index) => isNew(after![index]!))];
}

/**
 * What leads from some corrections of a page to others: those that are dropped, and those that are added at the end.
 *
 * @example
 * const [a, b] = [1, 5].map((x) => ({ kind: "cut", at: { x, y: 1 } }));
 * differenceOf([a], [b]); // { drop: [a], add: [b] }
 */
export function differenceOf(
  from: readonly WireCorrection[],
  to: readonly WireCorrection[],
): { readonly add: readonly WireCorrection[]; readonly drop: readonly WireCorrection[] } {
  const wanted = to.map(nameOfCorrection);
  const kept = from.filter((each) => wanted.includes(nameOfCorrection(each)));
  // The order counts: what comes last outweighs the rest.
  const isInOrder = kept.every((each, index) => nameOfCorrection(each) === wanted[index]);
  const stays = isInOrder ? kept : [];
  return { drop: from.filter((each) => !stays.includes(each)), add: to.slice(stays.length) };
}

/** Equal for equal corrections, whatever the order of their fields. */
export function nameOfCorrection(correction: WireCorrection): string {
  return JSON.stringify(Object.entries(mapPlaces(correction, ({ x, y }) => `${x} ${y}`)).sort());
}
