/**
 * Students are dealt to graders by slots: the student who came into the class as number n, from 0, has slot n % SLOTS.
 * 60 can be divided by 1 to 6 graders without a rest.
 */
export const SLOTS = 60;

/** A grader and the slots that they have. */
export interface SlotHolder {
  readonly id: string;
  readonly slots: readonly number[];
}

/**
 * Deals all slots to the holders in equal parts: no slot to two of them, and as few as possible to another one than
 * before. Each holder's slots are spread, so that small classes are dealt evenly, too. Without holders nobody has any.
 *
 * @example
 * const slots = [...Array(60).keys()];
 * dealSlots([{ id: "ana", slots }, { id: "bo", slots: [] }]).get("bo")?.slice(0, 3); // [1, 3, 5]
 */
export function dealSlots(holders: readonly SlotHolder[]): ReadonlyMap<string, readonly number[]> {
  if (holders.length === 0) return new Map();
  const free = new Set(Array.from({ length: SLOTS }, (_, slot) => slot));
  const dealt = holders.map(({ id, slots }) => ({ id, slots: slots.filter((slot) => free.delete(slot)) }));
  for (const slot of free) fewest(dealt).slots.push(slot);
  const [least, rest] = [Math.floor(SLOTS / dealt.length), SLOTS % dealt.length];
  // Who has the most keeps one of those that cannot be divided.
  const bySize = [...dealt].sort((a, b) => b.slots.length - a.slots.length);
  for (const [place, holder] of bySize.entries()) {
    for (const slot of spread(holder.slots, least + (place < rest ? 1 : 0))) {
      holder.slots.splice(holder.slots.indexOf(slot), 1);
      fewest(dealt).slots.push(slot);
    }
  }
  return new Map(dealt.map(({ id, slots }) => [id, slots.sort((a, b) => a - b)]));
}

/** Whose the next slot is: of those with as few, the first. */
function fewest<Holder extends { slots: number[] }>(holders: readonly Holder[]): Holder {
  return holders.reduce((best, each) => (each.slots.length < best.slots.length ? each : best));
}

/** The slots that are more than `kept`, evenly spread among the holder's. */
function spread(slots: readonly number[], kept: number): number[] {
  const more = Math.max(0, slots.length - kept);
  const inOrder = [...slots].sort((a, b) => a - b);
  return Array.from({ length: more }, (_, index) => inOrder[Math.floor(((index + 1) * inOrder.length) / more) - 1]!);
}
