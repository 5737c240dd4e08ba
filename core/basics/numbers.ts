/**
 * The sum of some numbers; missing ones count as 0.
 *
 * @example
 * sum([3, null, 4]); // 7
 */
export function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}

/**
 * `value` rounded to a multiple of 1 / `parts`.
 *
 * @example
 * roundTo(2.345, 10); // 2.3
 */
export function roundTo(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

/**
 * `value`, or the nearest of `low` and `high`; `low` if `high` is smaller than `low`.
 *
 * @example
 * clamp(12, 0, 10); // 10
 */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
