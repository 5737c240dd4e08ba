import { readFile } from "node:fs/promises";
import { main } from "assemblyscript/asc";
import type { KERNEL_FOLDERS } from "./kernel-folders.ts";

const ROOT = new URL("../", import.meta.url);
const OPTIONS = ["--runtime", "stub", "--enable", "simd", "--optimizeLevel", "3", "--noAssert", "--use", "abort="];

/**
 * A folder's kernels as WebAssembly.
 * @throws {Error} with the compiler's message.
 */
export async function compileKernels(folder: (typeof KERNEL_FOLDERS)[number]): Promise<Uint8Array> {
  const sources = new URL(`${folder}assembly/`, ROOT);
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main(["kernels.ts", "--outFile", "kernels.wasm", ...OPTIONS], {
    // Imports here name their files with the extension, which the compiler adds itself.
    readFile: async (name) => {
      const text = await readFile(new URL(name, sources), "utf8").catch(() => null);
      return text?.replaceAll(/ from "(.*)\.ts"/g, ' from "$1"') ?? null;
    },
    listFiles: () => [],
    writeFile: (name, contents) => {
      if (name === "kernels.wasm") binary = contents as Uint8Array;
    },
  });
  if (error !== null || binary === null) throw new Error(`${error?.message ?? "No binary"}\n${stderr.toString()}`);
  return binary;
}
