/** The time zone's dates and times, as `2026-11-24 03:00`. */
function localTime(at: number, timezone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

interface Hours {
  readonly time: string;
  readonly timezone: string;
}

/**
 * Whether what is done once a day was done at `at` for the day of `now`, also where clocks are set back over its beginning.
 * What seems to be done later than now was done by a clock that was wrong, and does not count.
 */
export function isDone(at: number, now: number, hours: Hours): boolean {
  return at <= now && backupDay(at, hours) >= backupDay(now, hours);
}

/**
 * The day to which a backup made at `at` belongs, as `2026-11-24`: days begin at `time` of the clock in `timezone`.
 *
 * @example
 * backupDay(Date.UTC(2026, 10, 24, 2, 59), { time: "03:00", timezone: "UTC" }); // "2026-11-23"
 */
export function backupDay(at: number, { time, timezone }: Hours): string {
  const local = localTime(at, timezone);
  if (local.time >= time) return local.date;
  const before = new Date(`${local.date}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}
