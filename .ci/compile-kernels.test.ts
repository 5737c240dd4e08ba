import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { compileKernels } from "./compile-kernels.ts";

it("the kernels in the repository are what their source compiles to", async () => {
  const kept = await readFile("core/page/kernels/kernels.wasm");
  expect(Buffer.compare(kept, await compileKernels()), "run npm run build:kernels").toBe(0);
});
