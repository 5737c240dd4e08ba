import type { PageImage } from "../scan/page-image.ts";

/**
 * `image` with its long side at most `longSide` pixels, by area average; an image that is small enough is returned
 * unchanged. `pictureWidth` and `pictureHeight` stay.
 *
 * @example
 * shrinkImage(photo, 1600).width; // 1600 for a photo of 2000 x 1500
 */
export function shrinkImage(image: PageImage, longSide: number): PageImage {
  const scale = longSide / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const narrow = shrinkRows(image, width);
  return { ...image, width, height, rgb: shrinkColumns(narrow, { width, from: image.height, to: height }) };
}

/** For each target cell its first source cell and the 8-bit weights of that and the following cells, which sum to 256. */
interface Weights {
  readonly first: Int32Array;
  readonly weight: Int32Array;
  /** Weights a target cell. */
  readonly span: number;
}

function areaWeights(from: number, to: number): Weights {
  const step = from / to;
  const span = Math.ceil(step) + 1;
  const first = new Int32Array(to);
  const weight = new Int32Array(to * span);
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

function shrinkRows(image: PageImage, width: number): Uint8Array {
  const { first, weight, span } = areaWeights(image.width, width);
  const { rgb, height } = image;
  const out = new Uint8Array(width * height * 3);
  let o = 0;
  for (let y = 0; y < height; y++) {
    const row = y * image.width * 3;
    for (let x = 0; x < width; x++) {
      let p = row + (first[x] as number) * 3;
      let r = 128;
      let g = 128;
      let b = 128;
      for (let k = x * span, end = k + span; k < end; k++) {
        const w = weight[k] as number;
        if (w > 0) {
          r += w * (rgb[p] as number);
          g += w * (rgb[p + 1] as number);
          b += w * (rgb[p + 2] as number);
        }
        p += 3;
      }
      out[o++] = r >> 8;
      out[o++] = g >> 8;
      out[o++] = b >> 8;
    }
  }
  return out;
}

function shrinkColumns(source: Uint8Array, size: { width: number; from: number; to: number }): Uint8Array {
  const { first, weight, span } = areaWeights(size.from, size.to);
  const stride = size.width * 3;
  const out = new Uint8Array(stride * size.to);
  const sums = new Int32Array(stride);
  for (let y = 0; y < size.to; y++) {
    sums.fill(128);
    for (let k = 0; k < span; k++) {
      const w = weight[y * span + k] as number;
      if (w === 0) continue;
      const row = ((first[y] as number) + k) * stride;
      for (let i = 0; i < stride; i++) sums[i] = (sums[i] as number) + w * (source[row + i] as number);
    }
    const target = y * stride;
    for (let i = 0; i < stride; i++) out[target + i] = (sums[i] as number) >> 8;
  }
  return out;
}
