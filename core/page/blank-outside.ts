import type { Quad } from "../geometry/coordinates.ts";

interface Blanking {
  readonly width: number;
  readonly height: number;
  readonly corners: Quad<"Picture">;
  /** Bytes of a pixel, and what they become. */
  readonly channels?: number;
  readonly value?: number;
}

/** Sets everything outside of a convex, clockwise quadrilateral to `value`, in place. */
export function blankOutside(plane: Uint8Array, { width, height, corners, channels = 1, value = 0 }: Blanking): void {
  for (let y = 0; y < height; y++) {
    let from = 0;
    let to = width;
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 4]!;
      const rise = b.y - a.y;
      if (Math.abs(rise) < 1e-9) {
        // A horizontal side: rows on its outer side are blank.
        if ((b.x - a.x) * (y + 0.5 - a.y) < 0) to = from;
        return;
      }
      const x = a.x + ((y + 0.5 - a.y) / rise) * (b.x - a.x);
      // Clockwise with y downwards: the inside is to the left of a side that leads down.
      if (rise > 0) to = Math.min(to, Math.ceil(x - 0.5));
      else from = Math.max(from, Math.ceil(x - 0.5));
    });
    const start = y * width;
    const left = Math.max(0, Math.min(width, from));
    const right = Math.max(left, Math.min(width, to));
    plane.fill(value, channels * start, channels * (start + left));
    plane.fill(value, channels * (start + right), channels * (start + width));
  }
}
