import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The bytes of a WebAssembly file in a package: its loader would fetch them from the network. */
export async function wasmFile(specifier: string): Promise<ArrayBuffer> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(specifier));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
