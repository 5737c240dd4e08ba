// The inner loops of the page clean-up, in AssemblyScript: `npm run build:kernels` compiles them to `kernels.wasm`.
// Pointers are byte offsets into the module's memory, pictures are stored
// row by row, and the 16 bytes behind each input must be readable, whatever they hold.

export { darkness, greyDarkness } from "./darkness.ts";
export { pairHistogram, scaleInk, tileHistograms } from "./ink.ts";
export { blur, colourCells, grey, greyCells, keepExtreme } from "./light.ts";
export { shrinkColumns, shrinkRows } from "./shrink.ts";
export { warp } from "./warp.ts";

/** Where free memory begins. */
export function heapBase(): usize {
  return __heap_base;
}
