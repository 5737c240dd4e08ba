/** How often each value of `bytes` occurs. */
export function histogram(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  // An iterator would take several times as long.
  for (let at = 0; at < bytes.length; at++) counts[bytes[at]!]!++;
  return counts;
}

/** The value that a `share` (0 … 1) of all counted things is at most. */
export function quantile(counts: Uint32Array, share: number): number {
  let total = 0;
  for (const count of counts) total += count;
  let below = 0;
  for (let value = 0; value < counts.length; value++) {
    below += counts[value] as number;
    if (below > share * total) return value;
  }
  return counts.length - 1;
}
