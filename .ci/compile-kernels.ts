import { readFile } from "node:fs/promises";
import { main } from "assemblyscript/asc";

const SOURCES = new URL("../core/page/kernels/assembly/", import.meta.url);
const OPTIONS = ["--runtime", "stub", "--enable", "simd", "--optimizeLevel", "3", "--noAssert"];

/**
 * The page clean-up's inner loops as WebAssembly.
 * @throws {Error} with the compiler's message.
 */
export async function compileKernels(): Promise<Uint8Array> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main(["kernels.ts", "--outFile", "kernels.wasm", ...OPTIONS], {
    // Imports here name their files with the extension, to which the compiler adds its own.
    readFile: (name) => readFile(new URL(name.replace(/\.ts\.ts$/, ".ts"), SOURCES), "utf8").catch(() => null),
    listFiles: () => [],
    writeFile: (name, contents) => {
      if (name === "kernels.wasm") binary = contents as Uint8Array;
    },
  });
  if (error !== null || binary === null) throw new Error(`${error?.message ?? "No binary"}\n${stderr.toString()}`);
  return binary;
}
