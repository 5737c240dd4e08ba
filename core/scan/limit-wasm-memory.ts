const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;
const PAGE_BYTES = 65_536;
/** A memory limit with a maximum size. */
const HAS_MAXIMUM = 1;

/**
 * A copy of a WebAssembly module whose own memory grows to at most `bytes`, if it allowed more: requests beyond that
 * fail inside it as on a machine without free memory.
 *
 * @throws {Error} if the module has no memory with a maximum size.
 */
export function limitWasmMemory(module: ArrayBuffer, bytes: number): ArrayBuffer {
  const copy = new Uint8Array(module.slice(0));
  for (let at = HEADER_BYTES; at < copy.length; ) {
    const id = copy[at]!;
    const size = readNumber(copy, at + 1);
    if (id === MEMORY_SECTION) {
      const count = readNumber(copy, size.end);
      const least = readNumber(copy, count.end + 1);
      const most = readNumber(copy, least.end);
      if (count.value !== 1 || copy[count.end] !== HAS_MAXIMUM) break;
      const pages = Math.max(least.value, Math.min(most.value, Math.floor(bytes / PAGE_BYTES)));
      writeNumber(copy, pages, { from: least.end, to: most.end });
      return copy.buffer;
    }
    at = size.end + size.value;
  }
  throw new Error("The WebAssembly module has no memory with a largest size.");
}

/** An unsigned LEB128 number: seven bits per byte, the lowest first. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  let at = from;
  for (let weight = 1; ; weight *= 128) {
    const byte = bytes[at++]!;
    value += (byte & 127) * weight;
    if (byte < 128) return { value, end: at };
  }
}

/** With the original number of bytes, so that nothing after it moves: leading zeros are allowed. */
function writeNumber(bytes: Uint8Array, value: number, { from, to }: { from: number; to: number }): void {
  let rest = value;
  for (let at = from; at < to; at++) {
    bytes[at] = (rest % 128) + (at < to - 1 ? 128 : 0);
    rest = Math.floor(rest / 128);
  }
}
