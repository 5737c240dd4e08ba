/** Rows per statement, which takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Rows in parts, each for one statement; none if there are no rows. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}
