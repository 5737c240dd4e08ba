/** Number of bytes that are looked at together. */
const RUN = 16;

/** Kept between calls: allocating the memory again would cost more than the search. */
let found = new Int32Array(0);

/**
 * The indices at which `bytes` is not 0, in reading order. A page is mostly paper: blank runs are skipped quickly, and
 * callers that visit only these indices skip them too.
 */
export function setPixels(bytes: Uint8Array): Int32Array {
  const runs = setRuns(bytes);
  if (found.length < runs.length * RUN) found = new Int32Array(2 * runs.length * RUN);
  let end = 0;
  for (let k = 0; k < runs.length; k++) {
    const run = runs[k]!;
    const stop = Math.min(bytes.length, run + RUN);
    for (let at = run; at < stop; at++) if (bytes[at] !== 0) found[end++] = at;
  }
  return found.slice(0, end);
}

/** Where runs of `RUN` bytes begin that may not be blank; the rest after the last whole run is the last one. */
function setRuns(bytes: Uint8Array): number[] {
  const whole = bytes.length - (bytes.length % RUN);
  const runs: number[] = [];
  if (bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, whole / 4);
    for (let k = 0; k < words.length; k += 4) {
      if ((words[k]! | words[k + 1]! | words[k + 2]! | words[k + 3]!) !== 0) runs.push(4 * k);
    }
  } else {
    for (let run = 0; run < whole; run += RUN) runs.push(run);
  }
  if (whole < bytes.length) runs.push(whole);
  return runs;
}
