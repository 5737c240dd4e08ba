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
  const [known, before, after] = [now, from, to].map((list) => list.map(nameOf));
  if (String(known) === String(before)) return to;
  const stays = (name: string) => after!.includes(name) || !before!.includes(name);
  const isNew = (name: string) => !before!.includes(name) && !known!.includes(name);
  return [...now.filter((_, index) => stays(known![index]!)), ...to.filter((_, index) => isNew(after![index]!))];
}

/** The same for the same correction, whatever the order of its fields. */
function nameOf(correction: WireCorrection): string {
  return JSON.stringify(Object.entries(mapPlaces(correction, ({ x, y }) => `${x} ${y}`)).sort());
}
