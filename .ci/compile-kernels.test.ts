import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { compileKernels } from "./compile-kernels.ts";
import { KERNEL_FOLDERS } from "./kernel-folders.ts";

it.each(KERNEL_FOLDERS)("the kernels of %s are what their source compiles to", async (folder) => {
  const kept = await readFile(`${folder}kernels.wasm`);
  expect(Buffer.compare(kept, await compileKernels(folder)), "run npm run build:kernels").toBe(0);
});
