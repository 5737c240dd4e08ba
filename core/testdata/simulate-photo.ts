import type { Quad } from "../geometry/coordinates.ts";
import { fitHomography } from "../geometry/fit-homography.ts";
import type { PageImage } from "../scan/page-image.ts";
import { generator } from "./render/random.ts";

export interface PhotoOptions {
  readonly width: number;
  readonly height: number;
  /** Where the sheet's corners (top left, then clockwise) lie in the photo. */
  readonly corners: Quad<"Picture">;
  readonly seed?: number;
  /** Grey of the table that the sheet lies on. */
  readonly table?: number;
  /** Share of light lost in the shadow of a hand, 0 … 1; the shadow covers the lower right with a hard edge. */
  readonly shadow?: number;
  /** Share of light lost from the left to the right, 0 … 1. */
  readonly falloff?: number;
  /** Standard deviation of the noise, 0 … 255. */
  readonly noise?: number;
  /** Passes of a 3 x 3 box blur. */
  readonly blur?: number;
}

/** A photo of a sheet that lies on a table: perspective, light, shadow, blur and noise; the same seed, the same photo. */
export function simulatePhoto(sheet: PageImage, options: PhotoOptions): PageImage {
  const { width, height, shadow = 0, falloff = 0, noise = 0, blur = 0, table = 90 } = options;
  const onSheet: Quad<"Page"> = [
    { x: 0, y: 0 },
    { x: sheet.width, y: 0 },
    { x: sheet.width, y: sheet.height },
    { x: 0, y: sheet.height },
  ];
  const toSheet = fitHomography({ space: "Picture", quad: options.corners }, { space: "Page", quad: onSheet });
  if (toSheet === null) throw new RangeError("The corners lie on a line");
  const light = warp(sheet, { m: toSheet.m, width, height, table });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inShadow = x * 0.8 + y > 0.55 * (width * 0.8 + height);
      const share = (1 - (falloff * x) / width) * (inShadow ? 1 - shadow : 1);
      for (let i = (y * width + x) * 3, end = i + 3; i < end; i++) light[i] = (light[i] as number) * share;
    }
  }
  for (let pass = 0; pass < blur; pass++) boxBlur(light, { width, height });
  const random = generator(options.seed ?? 1);
  const rgb = new Uint8Array(light.length);
  for (let i = 0; i < light.length; i++) {
    const grain = noise === 0 ? 0 : (random() + random() + random() - 1.5) * 2 * noise;
    rgb[i] = Math.max(0, Math.min(255, Math.round((light[i] as number) + grain)));
  }
  return { width, height, rgb, pictureWidth: width, pictureHeight: height };
}

/** The corners of a sheet `size` pixels large, turned by `degrees` about the middle of the photo. */
export function turnedCorners(
  photo: { width: number; height: number },
  { degrees, size }: { degrees: number; size: { width: number; height: number } },
): Quad<"Picture"> {
  const angle = (degrees * Math.PI) / 180;
  function corner(x: number, y: number): { x: number; y: number } {
    const dx = (x * size.width) / 2;
    const dy = (y * size.height) / 2;
    return {
      x: photo.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: photo.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The sheet seen through `m`, from photo to sheet pixels; `table` grey around it. */
function warp(
  sheet: PageImage,
  { m, width, height, table }: { m: readonly number[]; width: number; height: number; table: number },
): Float32Array {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const light = new Float32Array(width * height * 3).fill(table);
  const stride = sheet.width * 3;
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const w = g * (x + 0.5) + h * (y + 0.5) + i;
      const u = (a * (x + 0.5) + b * (y + 0.5) + c) / w - 0.5;
      const v = (d * (x + 0.5) + e * (y + 0.5) + f) / w - 0.5;
      if (u < -0.5 || v < -0.5 || u > sheet.width - 0.5 || v > sheet.height - 0.5) continue;
      const left = Math.max(0, Math.min(sheet.width - 2, Math.floor(u)));
      const top = Math.max(0, Math.min(sheet.height - 2, Math.floor(v)));
      const fx = Math.max(0, Math.min(1, u - left));
      const fy = Math.max(0, Math.min(1, v - top));
      for (let n = 0, p = top * stride + left * 3; n < 3; n++, p++) {
        const upper = (sheet.rgb[p] as number) * (1 - fx) + (sheet.rgb[p + 3] as number) * fx;
        const lower = (sheet.rgb[p + stride] as number) * (1 - fx) + (sheet.rgb[p + stride + 3] as number) * fx;
        light[o + n] = upper * (1 - fy) + lower * fy;
      }
    }
  }
  return light;
}

function boxBlur(light: Float32Array, { width, height }: { width: number; height: number }): void {
  const source = light.slice();
  const row = width * 3;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * row + 3; i < (y + 1) * row - 3; i++) {
      let sum = 0;
      for (let dy = -row; dy <= row; dy += row) {
        sum += (source[i + dy - 3] as number) + (source[i + dy] as number) + (source[i + dy + 3] as number);
      }
      light[i] = sum / 9;
    }
  }
}
