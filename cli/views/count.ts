/** A count with its noun: `count(2, "page")` is "2 pages". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
