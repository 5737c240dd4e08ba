import type { PageImage } from "../scan/page-image.ts";
import { CELL, type PaperLight } from "./paper-light.ts";

/** How far each pixel is from bare paper, one byte each: 0 as bright as the paper there … 255 black. */
export interface Darkness {
  readonly width: number;
  readonly height: number;
  /** The mean of the two colour channels that lost most: red, blue and black ink are all dark in it. */
  readonly dark: Uint8Array;
  /** The difference between the channel that lost most and the one that lost least: how coloured it is. */
  readonly colour: Uint8Array;
}

/** Each pixel against the light on the paper at its place, so that shadow and the lamp's colour are gone. */
export function darkness(image: PageImage, light: PaperLight): Darkness {
  const { width, height, rgb } = image;
  const dark = new Uint8Array(width * height);
  const colour = new Uint8Array(width * height);
  const rows = light.planes.map(() => new Float64Array(width)) as [Float64Array, Float64Array, Float64Array];
  const [toRed, toGreen, toBlue] = rows;
  let i = 0;
  let p = 0;
  for (let y = 0; y < height; y++) {
    for (let c = 0; c < 3; c++) fillGain(rows[c] as Float64Array, { plane: light.planes[c] as Uint8Array, light, y });
    for (let x = 0; x < width; x++) {
      let most = 255 - (rgb[p] as number) * (toRed[x] as number);
      let middle = 255 - (rgb[p + 1] as number) * (toGreen[x] as number);
      let least = 255 - (rgb[p + 2] as number) * (toBlue[x] as number);
      p += 3;
      if (most < middle) [most, middle] = [middle, most];
      if (most < least) [most, least] = [least, most];
      if (middle < least) [middle, least] = [least, middle];
      if (most > 0) {
        dark[i] = middle > 0 ? (most + middle) * 0.5 : most * 0.5;
        colour[i] = least > 0 ? most - least : most;
      }
      i++;
    }
  }
  return { width, height, dark, colour };
}

/** For one pixel row and channel: 255 / paper brightness at each pixel, linear between the cells' centres. */
function fillGain(row: Float64Array, { plane, light, y }: { plane: Uint8Array; light: PaperLight; y: number }): void {
  const cy = Math.min(light.height - 1, Math.max(0, (y + 0.5) / CELL - 0.5));
  const top = Math.min(light.height - 1, Math.floor(cy));
  const low = Math.min(light.height - 1, top + 1) * light.width;
  const fy = cy - top;
  let left = cellLight(plane, { upper: top * light.width, lower: low, fy });
  let x = 0;
  // Up to the first cell's centre the cell itself, then from centre to centre, the last cell to the end.
  for (; x < CELL / 2 && x < row.length; x++) row[x] = 255 / left;
  for (let cell = 1; cell < light.width; cell++) {
    const right = cellLight(plane, { upper: top * light.width + cell, lower: low + cell, fy });
    const step = (right - left) / CELL;
    let value = left + step / 2;
    const end = Math.min(row.length, x + CELL);
    for (; x < end; x++) {
      row[x] = 255 / value;
      value += step;
    }
    left = right;
  }
  for (; x < row.length; x++) row[x] = 255 / left;
}

function cellLight(plane: Uint8Array, at: { upper: number; lower: number; fy: number }): number {
  const upper = plane[at.upper] as number;
  return Math.max(1, upper + ((plane[at.lower] as number) - upper) * at.fy);
}
