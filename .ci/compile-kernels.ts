import { readFile } from "node:fs/promises";
import { main } from "assemblyscript/asc";

const SOURCE = new URL("../core/page/kernels/assembly/kernels.ts", import.meta.url);
const OPTIONS = ["--runtime", "stub", "--enable", "simd", "--optimizeLevel", "3", "--noAssert"];

/**
 * The page clean-up's inner loops as WebAssembly.
 * @throws {Error} with the compiler's words.
 */
export async function compileKernels(): Promise<Uint8Array> {
  const source = await readFile(SOURCE, "utf8");
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main(["kernels.ts", "--outFile", "kernels.wasm", ...OPTIONS], {
    readFile: (name) => (name === "kernels.ts" ? source : null),
    listFiles: () => [],
    writeFile: (name, contents) => {
      if (name === "kernels.wasm") binary = contents as Uint8Array;
    },
  });
  if (error !== null || binary === null) throw new Error(`${error?.message ?? "No binary"}\n${stderr.toString()}`);
  return binary;
}
