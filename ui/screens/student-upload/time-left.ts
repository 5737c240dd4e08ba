const UNITS = [
  ["day", 24 * 60 * 60_000],
  ["hour", 60 * 60_000],
  ["minute", 60_000],
] as const;

/**
 * The time until the due date, from milliseconds: '2 days left', '1 hour left'; less than a minute has a special text.
 */
export function uploadTimeLeft(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? "" : "s"} left`;
  }
  return "less than a minute left";
}
