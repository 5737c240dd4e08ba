import { kernels, put, take, withRoom } from "../kernels/kernels.ts";

/** Rows of bytes. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** `plane` with `margin` more cells on each side, which repeat its edge. */
export function padded({ width, height, bytes }: Plane, margin: number): Plane {
  const size = { width: width + 2 * margin, height: height + 2 * margin };
  const wide = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = Math.max(0, Math.min(height - 1, y - margin)) * width;
    const to = y * size.width;
    wide.fill(bytes[from]!, to, to + margin);
    wide.set(bytes.subarray(from, from + width), to + margin);
    wide.fill(bytes[from + width - 1]!, to + margin + width, to + size.width);
  }
  return { ...size, bytes: wide };
}

/**
 * Replaces each cell by the largest (or smallest) of the `window` x `window` cells that begin at it. Only correct if
 * the window is inside the plane: the last `window` - 1 rows and columns are meaningless afterwards.
 */
export function slide(
  { width, bytes }: Plane,
  { window, keep }: { window: number; keep: "largest" | "smallest" },
): void {
  const isLargest = keep === "largest" ? 1 : 0;
  withRoom([bytes.length], (place) => {
    put(bytes, place);
    // Windows of 2, 4, 8 … cells, then two overlapping ones cover the whole window; across, then down.
    for (const stride of [1, width]) {
      let span = 1;
      for (; span * 2 <= window; span *= 2) kernels.keepExtreme(place, bytes.length, span * stride, isLargest);
      if (window > span) kernels.keepExtreme(place, bytes.length, (window - span) * stride, isLargest);
    }
    bytes.set(take(place, bytes.length));
  });
}

/** The `width` x `height` cells of `plane` from its first cell on, into `target`. */
export function cutInto(target: Uint8Array, plane: Plane, { width, height }: { width: number; height: number }): void {
  for (let y = 0; y < height; y++) {
    target.set(plane.bytes.subarray(y * plane.width, y * plane.width + width), y * width);
  }
}
