import { LIMITS } from "../limits.ts";

/** The lowest free group number, or null if all numbers that are tried are taken. */
export function lowestFreeGroup(taken: readonly number[]): number | null {
  return nextFreeGroup(LIMITS.groupNumberMin - 1, { taken, direction: 1 });
}

export interface GroupStep {
  readonly taken: readonly number[];
  /** 1: upwards, -1: downwards. */
  readonly direction: 1 | -1;
}

/**
 * The next free group number from `from` in a direction; null if there is none from 1 on, or among the numbers that are
 * tried.
 *
 * @example
 * nextFreeGroup(1, { taken: [2, 3], direction: 1 }); // 4
 */
export function nextFreeGroup(from: number, { taken, direction }: GroupStep): number | null {
  for (let tried = 1; tried <= LIMITS.groupNumberTries; tried++) {
    const number = from + direction * tried;
    if (number < LIMITS.groupNumberMin) return null;
    if (!taken.includes(number)) return number;
  }
  return null;
}

/** A typed group number for the field: digits only, without leading zeros; empty if none is left. */
export function groupDigits(text: string): string {
  return text.replace(/\D/g, "").replace(/^0+/, "");
}

/**
 * The number that a typed one becomes while a class is edited: itself if it is free, otherwise the nearest free one in
 * the direction of the change (or the other way if none is left).
 */
export function nearestFreeGroup(typed: number, { previous, taken }: { previous: number; taken: readonly number[] }) {
  if (!taken.includes(typed)) return typed;
  const direction = typed < previous ? -1 : 1;
  return nextFreeGroup(typed, { taken, direction }) ?? nextFreeGroup(typed, { taken, direction: 1 });
}

/** Whether a course has so many groups that the field is disabled. */
export function groupsExhausted(groups: number): boolean {
  return groups >= LIMITS.groupNumberTries;
}
