import { writeFile } from "node:fs/promises";
import { compileKernels } from "./compile-kernels.ts";
import { KERNEL_FOLDERS } from "./kernel-folders.ts";

// npm run build:kernels: the result is in the repository, so that users need no compiler.
for (const folder of KERNEL_FOLDERS) {
  await writeFile(new URL(`../${folder}kernels.wasm`, import.meta.url), await compileKernels(folder));
}
