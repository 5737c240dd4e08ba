/** A grey picture: one byte a pixel, row by row; 0 paper … 255 full ink. */
export interface InkPicture {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/**
 * Draws a polyline with a round pen of `pen` pixels, anti-aliased; ink only grows. `onPixel` is called with the index
 * of each pixel that is at least half covered.
 */
export function drawPolyline(
  picture: InkPicture,
  line: readonly (readonly [number, number])[],
  { pen, onPixel }: { pen: number; onPixel?: (index: number) => void },
): void {
  const { width, height, ink } = picture;
  const radius = pen / 2;
  for (let i = 0; i < Math.max(1, line.length - 1); i++) {
    const a = line[i];
    if (a === undefined) return;
    const b = line[i + 1] ?? a;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const squared = dx * dx + dy * dy;
    const left = Math.max(0, Math.floor(Math.min(a[0], b[0]) - radius - 1));
    const right = Math.min(width - 1, Math.ceil(Math.max(a[0], b[0]) + radius + 1));
    const top = Math.max(0, Math.floor(Math.min(a[1], b[1]) - radius - 1));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(a[1], b[1]) + radius + 1));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / squared));
        const distance = Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
        const cover = Math.min(1, Math.max(0, radius - distance + 0.5));
        if (cover === 0) continue;
        const index = y * width + x;
        ink[index] = Math.max(ink[index]!, Math.round(cover * 255));
        if (cover >= 0.5) onPixel?.(index);
      }
    }
  }
}
