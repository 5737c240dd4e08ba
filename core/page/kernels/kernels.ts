import { readFileSync } from "node:fs";

/** What `assembly/kernels.ts` exports; numbers without a comment are places in the memory. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  grey(
    rgb: number,
    source: number,
    width: number,
    height: number,
    step: number,
    columns: number,
    rows: number,
    out: number,
  ): void;
  greyCells(grey: number, width: number, height: number, out: number): void;
  colourCells(rgb: number, width: number, height: number, out: number): void;
  keepExtreme(bytes: number, length: number, offset: number, isLargest: 0 | 1): void;
  blur(source: number, width: number, height: number, out: number): void;
  greyDarkness(grey: number, width: number, height: number, light: number, out: number): void;
  darkness(
    rgb: number,
    width: number,
    height: number,
    light: number,
    gains: number,
    row: number,
    dark: number,
    colour: number,
  ): void;
  pairHistogram(dark: number, colour: number, width: number, height: number, rowStep: number, counts: number): void;
  tileHistograms(
    dark: number,
    colour: number,
    width: number,
    height: number,
    rowStep: number,
    side: number,
    table: number,
    counts: number,
  ): void;
  scaleInk(dark: number, colour: number, length: number, paper: number, table: number, ink: number): void;
  shrinkRows(
    rgb: number,
    sourceWidth: number,
    rows: number,
    first: number,
    weights: number,
    span: number,
    width: number,
    out: number,
  ): void;
  shrinkColumns(
    rows: number,
    stride: number,
    first: number,
    weights: number,
    span: number,
    height: number,
    out: number,
  ): void;
  warp(
    rgb: number,
    sourceWidth: number,
    sourceHeight: number,
    ...toSource: readonly [...Matrix, width: number, height: number, out: number]
  ): void;
}

/** A homography's nine numbers, row by row. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number];

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
