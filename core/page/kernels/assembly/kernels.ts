// The inner loops of the page clean-up, in AssemblyScript: `npm run build:kernels` makes `kernels.wasm` of them.
// `../kernels.ts` says what each function is for. Pointers are byte offsets into the module's memory, pictures lie row
// by row, and behind each input 16 bytes more have to be readable, whatever they hold.

export { darkness, greyDarkness } from "./darkness.ts";
export { pairHistogram, scaleInk, tileHistograms } from "./ink.ts";
export { blur, colourCells, grey, greyCells, keepExtreme } from "./light.ts";
export { shrinkColumns, shrinkRows } from "./shrink.ts";
export { warp } from "./warp.ts";

/** Where free memory begins. */
export function heapBase(): usize {
  return __heap_base;
}
