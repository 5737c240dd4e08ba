/** Bytes that are looked at together. */
const RUN = 16;

/**
 * Where `bytes` is not 0, in reading order. A page is mostly paper: its blank runs are passed over quickly, and whoever
 * walks the answer alone is spared them.
 */
export function setPixels(bytes: Uint8Array): Int32Array {
  const runs = setRuns(bytes);
  let count = 0;
  for (const run of runs) for (let at = run; at < run + RUN && at < bytes.length; at++) if (bytes[at] !== 0) count++;
  const pixels = new Int32Array(count);
  let end = 0;
  for (const run of runs) {
    for (let at = run; at < run + RUN && at < bytes.length; at++) if (bytes[at] !== 0) pixels[end++] = at;
  }
  return pixels;
}

/** Where runs of `RUN` bytes begin that may hold something; what is left behind the last whole one is the last run. */
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
