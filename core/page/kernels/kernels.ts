import { readFileSync } from "node:fs";

/** The loops of `assembly/`, where their parameters are described: all are numbers, most of them places in the memory. */
type Loop =
  | ("grey" | "greyCells" | "colourCells" | "keepExtreme" | "blur" | "greyDarkness" | "darkness" | "pairHistogram")
  | ("tileHistograms" | "scaleInk" | "shrinkRows" | "shrinkColumns" | "warp");

interface Exports extends Readonly<Record<Loop, (...numbers: readonly number[]) => void>> {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
}

/** Bytes behind each place that the kernels may read, whatever their value. */
const SLACK = 16;
/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536;

const file = readFileSync(new URL("kernels.wasm", import.meta.url));
const instance = new WebAssembly.Instance(new WebAssembly.Module(file), {});

/** The inner loops of the page clean-up; the processor handles sixteen bytes at a time (WebAssembly SIMD). */
export const kernels = instance.exports as unknown as Exports;

let free = kernels.heapBase();

/**
 * Reserves the given numbers of bytes in the kernels' memory while `use` runs, and passes it the places, each a
 * multiple of 16. The memory is not cleared, and its content is lost afterwards.
 */
export function withRoom<const Sizes extends readonly number[], Result>(
  sizes: Sizes,
  use: (...places: { [Index in keyof Sizes]: number }) => Result,
): Result {
  const before = free;
  const places = sizes.map((size) => {
    const place = Math.ceil(free / 16) * 16;
    free = place + size + SLACK;
    return place;
  });
  try {
    const missing = free - kernels.memory.buffer.byteLength;
    if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE));
    return use(...(places as { [Index in keyof Sizes]: number }));
  } finally {
    free = before;
  }
}

/** Copies bytes into the kernels' memory. */
export function put(bytes: Uint8Array, place: number): void {
  new Uint8Array(kernels.memory.buffer).set(bytes, place);
}

/** The bytes that `withBytes` has in the memory now, and where. */
const resident = new Map<Uint8Array, number>();

/** Keeps `bytes` in the kernels' memory while `use` runs; nested calls with the same bytes share one copy. */
export function withBytes<Result>(bytes: Uint8Array, use: (place: number) => Result): Result {
  const known = resident.get(bytes);
  if (known !== undefined) return use(known);
  return withRoom([bytes.length], (place) => {
    put(bytes, place);
    resident.set(bytes, place);
    try {
      return use(place);
    } finally {
      resident.delete(bytes);
    }
  });
}

/** A copy of bytes in the kernels' memory. */
export function take(place: number, size: number): Uint8Array {
  return new Uint8Array(kernels.memory.buffer, place, size).slice();
}

/** A copy of numbers of 4 bytes each in the kernels' memory. */
export function takeCounts(place: number, length: number): Uint32Array {
  return new Uint32Array(kernels.memory.buffer, place, length).slice();
}

/** Sets `size` bytes of the kernels' memory. */
export function fill(value: number, place: number, size: number): void {
  new Uint8Array(kernels.memory.buffer, place, size).fill(value);
}
