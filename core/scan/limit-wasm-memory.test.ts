import { expect, it } from "vitest";
import { limitWasmMemory } from "./limit-wasm-memory.ts";
import { wasmFile } from "./wasm-file.ts";

/** A module with nothing but a memory of 1 … 300 pages, exported as "m". */
const SMALL = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[5, 5, 1, 1, 1, 0xac, 0x02],
  ...[7, 5, 1, 1, 0x6d, 2, 0],
]).buffer;

function memoryOf(module: ArrayBuffer): WebAssembly.Memory {
  return new WebAssembly.Instance(new WebAssembly.Module(module)).exports.m as WebAssembly.Memory;
}

it("lets a memory grow to the limit and no further", () => {
  expect(memoryOf(SMALL).grow(299)).toBe(1);
  const memory = memoryOf(limitWasmMemory(SMALL, 4 * 65_536));
  expect(memory.grow(3)).toBe(1);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

it("never limits below what a module begins with, and never raises a limit", () => {
  expect(() => memoryOf(limitWasmMemory(SMALL, 0)).grow(1)).toThrow(RangeError);
  expect(() => memoryOf(limitWasmMemory(SMALL, 1e9)).grow(300)).toThrow(RangeError);
});

it("says so if there is no memory to limit", () => {
  expect(() => limitWasmMemory(SMALL.slice(0, 8), 1e6)).toThrow("no memory");
});

it("can limit the PDF renderer's", async () => {
  const module = await wasmFile("@hyzyla/pdfium/pdfium.wasm");
  const limited = limitWasmMemory(module, 2 ** 28);
  expect(limited.byteLength).toBe(module.byteLength);
  expect(WebAssembly.validate(limited)).toBe(true);
});
