import type { PageImage } from "../scan/page-image.ts";

/** The brightness of the bare paper, one cell for each `CELL` x `CELL` pixels, three planes R, G, B. */
export interface PaperLight {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Uint8Array, Uint8Array, Uint8Array];
}

/** Pixels along a cell's side. */
export const CELL = 4;

/** Half the closing window in cells: dark things narrower than (2 * 4 + 1) * 4 = 36 px are not paper. */
const REACH = 4;

/**
 * The light on the paper: what each place would show without ink. A grey-scale closing, because it takes thin dark
 * things out and still leaves the edge of a shadow where it is, which a blur or a tile mean does not.
 */
export function paperLight(image: PageImage): PaperLight {
  const width = Math.ceil(image.width / CELL);
  const height = Math.ceil(image.height / CELL);
  const planes = averageCells(image, width, height);
  const size = { width, height };
  for (const plane of planes) {
    slide(plane, { ...size, reach: REACH, brightest: true });
    slide(plane, { ...size, reach: REACH, brightest: false });
    blur(plane, size);
    // At a shadow's edge rather too dark than too bright: too bright would draw the edge as ink.
    slide(plane, { ...size, reach: 1, brightest: false });
  }
  return { width, height, planes };
}

function averageCells(image: PageImage, width: number, height: number): [Uint8Array, Uint8Array, Uint8Array] {
  const planes: [Uint8Array, Uint8Array, Uint8Array] = [
    new Uint8Array(width * height),
    new Uint8Array(width * height),
    new Uint8Array(width * height),
  ];
  const [red, green, blue] = planes;
  for (let y = 0; y < height; y++) {
    const top = y * CELL;
    const bottom = Math.min(image.height, top + CELL);
    for (let x = 0; x < width; x++) {
      const left = x * CELL;
      const right = Math.min(image.width, left + CELL);
      let r = 0;
      let g = 0;
      let b = 0;
      for (let py = top; py < bottom; py++) {
        const end = (py * image.width + right) * 3;
        for (let p = (py * image.width + left) * 3; p < end; p += 3) {
          r += image.rgb[p] as number;
          g += image.rgb[p + 1] as number;
          b += image.rgb[p + 2] as number;
        }
      }
      const pixels = (bottom - top) * (right - left);
      const i = y * width + x;
      red[i] = r / pixels;
      green[i] = g / pixels;
      blue[i] = b / pixels;
    }
  }
  return planes;
}

/** A sliding maximum (or minimum) over a square of 2 * `reach` + 1, in place, rows then columns. */
function slide(
  plane: Uint8Array,
  { width, height, reach, brightest }: { width: number; height: number; reach: number; brightest: boolean },
): void {
  // The minimum of a plane is the negated maximum of its negative.
  const flip = brightest ? 0 : 255;
  const line = new Uint8Array(Math.max(width, height));
  const lines: [count: number, length: number, step: number, stride: number][] = [
    [height, width, 1, width],
    [width, height, width, 1],
  ];
  for (const [count, length, step, stride] of lines) {
    for (let n = 0; n < count; n++) {
      const start = n * stride;
      for (let i = 0; i < length; i++) line[i] = (plane[start + i * step] as number) ^ flip;
      for (let i = 0; i < length; i++) {
        const end = Math.min(length - 1, i + reach);
        let best = 0;
        for (let k = Math.max(0, i - reach); k <= end; k++) {
          const value = line[k] as number;
          if (value > best) best = value;
        }
        plane[start + i * step] = best ^ flip;
      }
    }
  }
}

/** A 3 x 3 mean in place; the outermost cells stay. */
function blur(plane: Uint8Array, { width, height }: { width: number; height: number }): void {
  const source = plane.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      let sum = 4;
      for (let row = i - width; row <= i + width; row += width) {
        sum += (source[row - 1] as number) + (source[row] as number) + (source[row + 1] as number);
      }
      plane[i] = sum / 9;
    }
  }
}
