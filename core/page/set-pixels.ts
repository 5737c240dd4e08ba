/** Bytes that are looked at together. */
const RUN = 16;

/**
 * Where `bytes` is not 0, in reading order. A page is mostly paper: its blank runs are passed over quickly, and whoever
 * walks the answer alone is spared them.
 */
export function setPixels(bytes: Uint8Array): Int32Array {
  const runs = setRuns(bytes);
  const pixels = new Int32Array(runs.length * RUN);
  let end = 0;
  for (const run of runs) {
    const stop = Math.min(bytes.length, (run + 1) * RUN);
    for (let at = run * RUN; at < stop; at++) if (bytes[at] !== 0) pixels[end++] = at;
  }
  return pixels.subarray(0, end);
}

/** The runs of `RUN` bytes that may hold something, the rest behind the last whole one among them. */
function setRuns(bytes: Uint8Array): number[] {
  const whole = Math.floor(bytes.length / RUN);
  const runs: number[] = [];
  if (bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, whole * 4);
    for (let run = 0, k = 0; run < whole; run++, k += 4) {
      if ((words[k]! | words[k + 1]! | words[k + 2]! | words[k + 3]!) !== 0) runs.push(run);
    }
  } else {
    for (let run = 0; run < whole; run++) runs.push(run);
  }
  if (whole * RUN < bytes.length) runs.push(whole);
  return runs;
}
