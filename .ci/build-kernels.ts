import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileKernels } from "./compile-kernels.ts";

// npm run build:kernels: the result is in the repository, so that users need no compiler.
const path = fileURLToPath(new URL("../core/page/kernels/kernels.wasm", import.meta.url));
await writeFile(path, await compileKernels());
