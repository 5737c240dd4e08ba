import type { PageBox } from "../geometry/coordinates.ts";

export function longerSide(box: PageBox): number {
  return Math.max(box.width, box.height);
}

/** The usual size of gates in page pixels: the median of their longer sides; 0 without gates. */
export function gateSize(gates: readonly { readonly box: PageBox }[]): number {
  const sizes = gates.map(({ box }) => longerSide(box)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}
