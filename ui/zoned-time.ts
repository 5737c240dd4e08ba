import { DAY, MINUTE } from "../core/basics/durations.ts";

/** The value of a datetime-local field: '2026-11-21T23:59'. */
type WallTime = string;

/** A time by the clock of `timeZone`, to the minute. */
export function toWallTime(time: string | number | Date, timeZone: string): WallTime {
  const at = new Date(time);
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString().slice(0, 16);
}

/**
 * The time at which the clock of `timeZone` shows `wall`, in UTC; null if `wall` is not a time. A time that the clock
 * shows twice is the later one, and one that it skips is as much later: nobody's time gets shorter. The last minute of a
 * day counts to its end: '23:59' is 23:59:59.999.
 *
 * @example
 * fromWallTime("2026-11-21T23:59", "Asia/Manila"); // "2026-11-21T15:59:59.999Z"
 */
export function fromWallTime(wall: WallTime, timeZone: string): string | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  // With the offset of the day before and of the day after: they differ if the clock is changed in between.
  const guesses = [-DAY, DAY].map((away) => asUtc - offsetAt(asUtc + away, timeZone));
  const shown = guesses.filter((guess) => guess + offsetAt(guess, timeZone) === asUtc);
  const time = Math.max(...(shown.length > 0 ? shown : guesses));
  const rest = wall.endsWith("T23:59") ? MINUTE - 1 : 0;
  return new Date(time + rest).toISOString();
}

/** The end of today in `timeZone`. */
export function endOfToday(timeZone: string, now: number = Date.now()): WallTime {
  return `${toWallTime(now, timeZone).slice(0, 10)}T23:59`;
}

/** The same time on the next day, also if the clock is changed in between. */
export function nextDay(wall: WallTime): WallTime {
  return toWallTime(Date.parse(`${wall}Z`) + DAY, "UTC");
}

/** How far the clock of `timeZone` is ahead of UTC at `time`, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(time);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(value("year"), value("month") - 1, value("day"), value("hour"), value("minute"));
  return shown - Math.floor(time / MINUTE) * MINUTE;
}
