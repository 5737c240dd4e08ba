/** The folders with WebAssembly: each has `kernels.wasm`, and its source in `assembly/kernels.ts`. */
export const KERNEL_FOLDERS = ["core/page/kernels/", "core/wires/decide/kernels/"] as const;
