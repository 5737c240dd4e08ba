/**
 * Pixels along the side of a cell of the paper's light, as in core/page/light/paper-light.ts; the loops are written for
 * it.
 */
export const CELL: i32 = 4;
