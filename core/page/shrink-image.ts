import type { PageImage } from "../scan/page-image.ts";
import { kernels, put, take, withBytes, withRoom } from "./kernels/kernels.ts";

/**
 * `image` with its long side at most `longSide` pixels, by area average; an image that is small enough is returned
 * unchanged. `pictureWidth` and `pictureHeight` keep their values.
 *
 * @example
 * shrinkImage(photo, 1600).width; // 1600 for a photo of 2000 x 1500
 */
export function shrinkImage(image: PageImage, longSide: number): PageImage {
  const scale = longSide / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  return { ...image, width, height, rgb: shrunk(image, { width, height }) };
}

/** Rows first, then columns; both are rounded. */
function shrunk(image: PageImage, { width, height }: { width: number; height: number }): Uint8Array {
  const across = areaWeights(image.width, width);
  const down = areaWeights(image.height, height);
  const stride = 3 * width;
  return withBytes(image.rgb, (rgb) =>
    // Weights of 0 may refer to a row that the image does not have.
    withRoom([stride * (image.height + 1), stride * height], (narrow, out) => {
      withWeights(across, (first, weights) => {
        kernels.shrinkRows(rgb, image.width, image.height, first, weights, across.span, width, narrow);
      });
      withWeights(down, (first, weights) => {
        kernels.shrinkColumns(narrow, stride, first, weights, down.span, height, out);
      });
      return take(out, stride * height);
    }),
  );
}

function withWeights({ first, weight }: Weights, use: (first: number, weights: number) => void): void {
  withRoom([first.byteLength, weight.byteLength], (places, shares) => {
    put(new Uint8Array(first.buffer), places);
    put(new Uint8Array(weight.buffer), shares);
    use(places, shares);
  });
}

/**
 * For each target cell its first source cell and the 8-bit weights of that and the following cells, which add up to
 * 256.
 */
interface Weights {
  readonly first: Int32Array;
  readonly weight: Uint16Array;
  /** Number of weights per target cell. */
  readonly span: number;
}

function areaWeights(from: number, to: number): Weights {
  const step = from / to;
  const span = Math.ceil(step) + 1;
  const first = new Int32Array(to);
  const weight = new Uint16Array(to * span);
  for (let i = 0; i < to; i++) {
    const start = i * step;
    const end = Math.min(from, start + step);
    const cell = Math.min(Math.floor(start), Math.max(0, from - span));
    first[i] = cell;
    let rest = 256;
    let heaviest = 0;
    for (let k = 0; k < span; k++) {
      const cover = Math.max(0, Math.min(end, cell + k + 1) - Math.max(start, cell + k));
      const share = Math.round((cover / step) * 256);
      weight[i * span + k] = share;
      rest -= share;
      if (share > (weight[i * span + heaviest] ?? 0)) heaviest = k;
    }
    weight[i * span + heaviest] = (weight[i * span + heaviest] ?? 0) + rest;
  }
  return { first, weight, span };
}

/**
 * `image` with its long side at least `longSide` pixels, by cubic interpolation; an image that is large enough is
 * returned unchanged. `pictureWidth` and `pictureHeight` keep their values.
 */
export function enlargeImage(image: PageImage, longSide: number): PageImage {
  const scale = longSide / Math.max(image.width, image.height);
  if (scale <= 1) return image;
  const width = Math.round(image.width * scale);
  const height = Math.round(image.height * scale);
  const across = cubicWeights(image.width, width);
  const down = cubicWeights(image.height, height);
  const wide = new Float32Array(3 * width * image.height);
  for (let row = 0, at = 0; row < image.height; row++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++, at++) {
        let value = 0;
        for (let k = 4 * x; k < 4 * x + 4; k++) {
          value += across.weight[k]! * image.rgb[3 * (row * image.width + across.cell[k]!) + channel]!;
        }
        wide[at] = value;
      }
    }
  }
  const rgb = new Uint8ClampedArray(3 * width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < 3 * width; x++, at++) {
      let value = 0;
      for (let k = 4 * y; k < 4 * y + 4; k++) value += down.weight[k]! * wide[3 * width * down.cell[k]! + x]!;
      rgb[at] = value;
    }
  }
  return { ...image, width, height, rgb: new Uint8Array(rgb.buffer) };
}

/** For each target cell the four source cells around it and their weights (Catmull and Rom), which add up to 1. */
function cubicWeights(from: number, to: number): { readonly cell: Int32Array; readonly weight: Float32Array } {
  const cell = new Int32Array(4 * to);
  const weight = new Float32Array(4 * to);
  for (let i = 0; i < to; i++) {
    const at = ((i + 0.5) * from) / to - 0.5;
    const first = Math.floor(at) - 1;
    const t = at - first - 1;
    const shares = [((2 - t) * t - 1) * t, (3 * t - 5) * t * t + 2, ((4 - 3 * t) * t + 1) * t, (t - 1) * t * t];
    for (const [k, share] of shares.entries()) {
      cell[4 * i + k] = Math.max(0, Math.min(from - 1, first + k));
      weight[4 * i + k] = share / 2;
    }
  }
  return { cell, weight };
}
