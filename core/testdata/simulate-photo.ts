import { fitHomography, type Quad } from "../geometry/fit-homography.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { PageImage } from "../scan/page-image.ts";

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
  const light = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = applyHomography(toSheet, { x: x + 0.5, y: y + 0.5 });
      const inShadow = x * 0.8 + y > 0.55 * (width * 0.8 + height);
      const share = (1 - (falloff * x) / width) * (inShadow ? 1 - shadow : 1);
      for (let c = 0; c < 3; c++) {
        light[(y * width + x) * 3 + c] = share * sample(sheet, { x: at.x - 0.5, y: at.y - 0.5, c, outside: table });
      }
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

/** Numbers in 0 … 1, the same ones for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function sample(image: PageImage, at: { x: number; y: number; c: number; outside: number }): number {
  const { x, y, c } = at;
  if (x < -0.5 || y < -0.5 || x > image.width - 0.5 || y > image.height - 0.5) return at.outside;
  const x0 = Math.max(0, Math.min(image.width - 2, Math.floor(x)));
  const y0 = Math.max(0, Math.min(image.height - 2, Math.floor(y)));
  const fx = Math.max(0, Math.min(1, x - x0));
  const fy = Math.max(0, Math.min(1, y - y0));
  const p = (y0 * image.width + x0) * 3 + c;
  const below = p + image.width * 3;
  const upper = (image.rgb[p] as number) * (1 - fx) + (image.rgb[p + 3] as number) * fx;
  const lower = (image.rgb[below] as number) * (1 - fx) + (image.rgb[below + 3] as number) * fx;
  return upper * (1 - fy) + lower * fy;
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
