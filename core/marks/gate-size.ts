import type { Box, Space } from "../geometry/coordinates.ts";

export function longerSide<S extends Space>(box: Box<S>): number {
  return Math.max(box.width, box.height);
}

/** The usual size of gates, in the unit of their boxes: the median of their longer sides; 0 without gates. */
export function gateSize<S extends Space>(gates: readonly { readonly box: Box<S> }[]): number {
  const sizes = gates.map(({ box }) => longerSide(box)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}
