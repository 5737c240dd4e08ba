import type { NameRules } from "./unique-names.ts";

/** Units of an LTspice sheet, x to the right and y downwards. Everything is drawn on the grid of 16. */
export interface AscPoint {
  readonly x: number;
  readonly y: number;
}

export const GRID = 16;

export interface LtspiceSymbol {
  /** As a SYMBOL line names it: the path below `lib/sym`, its separator doubled. */
  readonly path: string;
  /** Pins relative to the symbol's origin, unrotated. */
  readonly inputs: readonly AscPoint[];
  readonly output: AscPoint | null;
  readonly complement: AscPoint | null;
  readonly common: AscPoint;
}

/**
 * LTspice's idealised gates. Pins as in `and.asy`, `or.asy`, `xor.asy`, `inv.asy` and `buf1.asy` of LTspice's own
 * `lib/sym/Digital` (copies: github.com/evenator/LTSpice-Libraries and github.com/bhamrick/schematics, `sym/Digital`).
 * The OR's pins are those of the AND.
 */
export const LTSPICE_SYMBOLS = {
  and: fiveInputs("and", { inputX: -32, outputX: 32 }),
  or: fiveInputs("or", { inputX: -32, outputX: 32 }),
  xor: fiveInputs("xor", { inputX: -48, outputX: 16 }),
  inv: { ...oneInput("inv"), complement: { x: 64, y: 64 } },
  buf1: { ...oneInput("buf1"), output: { x: 64, y: 64 } },
} as const satisfies Record<string, LtspiceSymbol>;

export type LtspiceSymbolName = keyof typeof LTSPICE_SYMBOLS;

function fiveInputs(name: string, { inputX, outputX }: { readonly inputX: number; readonly outputX: number }) {
  return {
    path: `Digital\\\\${name}`,
    inputs: [32, 48, 64, 80, 96].map((y) => ({ x: inputX, y })),
    output: { x: outputX, y: 48 },
    complement: { x: 32, y: 80 },
    common: { x: -16, y: 96 },
  };
}

function oneInput(name: string) {
  return {
    path: `Digital\\\\${name}`,
    inputs: [{ x: 0, y: 64 }],
    output: null,
    complement: null,
    common: { x: 0, y: 80 },
  };
}

/** Names that LTspice gives ground, or makes up itself for nets without a label. */
const RESERVED = /^(0|gnd|com|n\d+|nc_\d+)$/i;

/** Net names: letters, digits and `_`, a letter first (a leading `_` is shown as a bar); case does not count. */
export const LTSPICE_NAMES: NameRules = {
  clean: (name) => name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?![A-Za-z])/, "X_"),
  key: (name) => name.toLowerCase(),
  isReserved: (name) => RESERVED.test(name),
};
