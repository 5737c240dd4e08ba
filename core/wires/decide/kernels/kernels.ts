import { readFileSync } from "node:fs";

/** Where a table begins in the memory. */
type Place = WebAssembly.Global<"i32">;

/** What `assembly/kernels.ts` exports. */
interface Exports extends Readonly<Record<IntTable | FloatTable, Place>> {
  readonly memory: WebAssembly.Memory;
  placeTables(
    decisions: number,
    options: number,
    links: number,
    edges: number,
    gates: number,
    bubbles: number,
    letters: number,
  ): void;
  begin(onePin: number): void;
  look(limit: number): number;
  readonly ink: WebAssembly.Global<"f64">;
  readonly nets: WebAssembly.Global<"i32">;
  readonly pinCount: WebAssembly.Global<"i32">;
  readonly freeCount: WebAssembly.Global<"i32">;
  readonly faultCount: WebAssembly.Global<"i32">;
}

/** Tables of whole numbers, of 4 bytes each. */
type IntTable =
  | ("choice" | "lineOf" | "letterAt" | "atGate" | "decisionOf" | "linksFrom" | "links" | "meets" | "loose" | "isFree")
  | ("gateOf" | "isOutput" | "bubbleOf" | "isNot" | "mayInvert" | "decisionAt" | "nameOf" | "namesInput")
  | ("namesOutput" | "netOfLine" | "pins" | "freeEnds" | "faults");

/** Tables of numbers of 8 bytes each. */
type FloatTable = "costOf" | "across";

const file = readFileSync(new URL("kernels.wasm", import.meta.url));
const instance = new WebAssembly.Instance(new WebAssembly.Module(file), {});

/** What a choice of options costs, as WebAssembly: a search asks for it thousands of times. */
export const kernels = instance.exports as unknown as Exports;

/** A table in the kernels' memory, valid until the next puzzle is placed. */
export function intTable(name: IntTable, length: number): Int32Array {
  return new Int32Array(kernels.memory.buffer, kernels[name].value, length);
}

/** Fills tables. */
export function putTables(tables: Partial<Readonly<Record<IntTable | FloatTable, readonly number[]>>>): void {
  for (const [name, values] of Object.entries(tables)) {
    if (isFloatTable(name)) new Float64Array(kernels.memory.buffer, kernels[name].value, values.length).set(values);
    else intTable(name as IntTable, values.length).set(values);
  }
}

function isFloatTable(name: string): name is FloatTable {
  return name === "costOf" || name === "across";
}
