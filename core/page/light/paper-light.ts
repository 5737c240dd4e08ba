import { kernels, put, take, withRoom } from "../kernels/kernels.ts";
import type { GreyImage } from "./grey-image.ts";
import { cutInto, padded, slide } from "./slide.ts";
import type { StoredImage } from "./stored-image.ts";

/** The brightness of the bare paper, one cell for each `CELL` x `CELL` pixels, three planes R, G, B. */
export interface PaperLight {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Uint8Array[];
}

/** Pixels along a cell's side. */
export const CELL = 4;

/** Half the closing window in cells: dark things narrower than (2 * 4 + 1) * 4 = 36 px are not paper. */
const REACH = 4;

/**
 * The light on the paper: what each place would show without ink. A grey-scale closing, because it removes thin dark
 * things but keeps the edge of a shadow in place, which a blur or a tile mean does not.
 */
export function paperLight(image: StoredImage): PaperLight {
  const size = cellsOf(image);
  const cells = size.width * size.height;
  const planes = withRoom([3 * cells], (out) => {
    // For a cell that reaches over the picture's edge, the last whole one is read.
    kernels.colourCells(image.rgb, image.width, image.height, out);
    return [take(out, cells), take(out + cells, cells), take(out + 2 * cells, cells)] as const;
  });
  for (const plane of planes) evenOut(plane, size);
  return { ...size, planes };
}

/** The brightness of the bare paper whatever its colour, one byte for each `CELL` x `CELL` pixels. */
export interface GreyLight {
  readonly width: number;
  readonly height: number;
  readonly plane: Uint8Array;
}

/** Like `paperLight`, of brightness alone. */
export function greyLight(image: GreyImage): GreyLight {
  const size = cellsOf(image);
  const cells = size.width * size.height;
  const plane = withRoom([image.grey.length, cells], (grey, out) => {
    put(image.grey, grey);
    kernels.greyCells(grey, image.width, image.height, out);
    return take(out, cells);
  });
  evenOut(plane, size);
  return { ...size, plane };
}

function cellsOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) };
}

/** Turns the cells' means into the light on the paper, in place. */
function evenOut(plane: Uint8Array, size: { width: number; height: number }): void {
  // The edge is extended outwards, so that a shadow's tip there is not a narrow dark thing.
  const closed = padded({ ...size, bytes: plane }, 2 * REACH);
  slide(closed, { window: 2 * REACH + 1, keep: "largest" });
  slide(closed, { window: 2 * REACH + 1, keep: "smallest" });
  cutInto(plane, closed, size);
  blur(plane, size);
  // At a shadow's edge, too dark is better than too bright: too bright would draw the edge as ink.
  const darker = padded({ ...size, bytes: plane }, 1);
  slide(darker, { window: 3, keep: "smallest" });
  cutInto(plane, darker, size);
}

/** A 3 x 3 mean in place; the outermost cells do not change. */
function blur(plane: Uint8Array, { width, height }: { width: number; height: number }): void {
  withRoom([plane.length, plane.length], (source, out) => {
    put(plane, source);
    put(plane, out);
    kernels.blur(source, width, height, out);
    plane.set(take(out, plane.length));
  });
}
