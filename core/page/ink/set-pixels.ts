/** Number of bytes that are looked at together. */
const RUN = 16;

/** Kept between calls: allocating the memory again would cost more than the search. */
let found = new Int32Array(RUN);

/**
 * The indices at which `bytes` is not 0, in reading order. A page is mostly paper: blank runs are skipped quickly, and
 * callers that visit only these indices skip them too.
 */
export function setPixels(bytes: Uint8Array): Int32Array {
  const words = wordsOf(bytes);
  let into = found;
  let end = 0;
  for (let run = 0; run < bytes.length; run += RUN) {
    const k = run >> 2;
    if (k + 4 <= words.length && (words[k]! | words[k + 1]! | words[k + 2]! | words[k + 3]!) === 0) continue;
    if (into.length < end + RUN) into = grown(into);
    const stop = Math.min(bytes.length, run + RUN);
    for (let at = run; at < stop; at++) if (bytes[at] !== 0) into[end++] = at;
  }
  found = into;
  return into.slice(0, end);
}

const settled = new WeakMap<Uint8Array, Int32Array>();

/**
 * Like `setPixels`, for bytes that are asked for again and again: which of them are 0 must not change any more.
 */
export function settledPixels(bytes: Uint8Array): Int32Array {
  const known = settled.get(bytes) ?? setPixels(bytes);
  settled.set(bytes, known);
  return known;
}

/** The bytes in fours; none if they do not begin at a word. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : new Uint32Array(0);
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
