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

/** Bits behind the point of a gain. */
const FRACTION = 12;
const BLACK = 255 << FRACTION;

/** Each pixel against the light on the paper at its place, so that shadow and the lamp's colour are gone. */
export function darkness(image: PageImage, light: PaperLight): Darkness {
  const { width, height, rgb } = image;
  const dark = new Uint8Array(width * height);
  const colour = new Uint8Array(width * height);
  const gains = light.planes.map(cellGains);
  // The gains of one pixel row at the cells' centres, the last one twice so that there always is a next one.
  const row = new Int32Array((light.width + 1) * 3);
  const half = CELL / 2;
  for (let y = 0; y < height; y++) {
    rowGains(row, { gains, light, y });
    let i = y * width;
    let p = i * 3;
    const end = i + width;
    for (let cell = -1; i < end; cell++) {
      // From the centre of one cell to the centre of the next; outside of the first and last centre it is level.
      const from = Math.max(0, cell) * 3;
      const to = (cell + 1) * 3;
      let red = row[from] as number;
      let green = row[from + 1] as number;
      let blue = row[from + 2] as number;
      const redStep = ((row[to] as number) - red) >> 2;
      const greenStep = ((row[to + 1] as number) - green) >> 2;
      const blueStep = ((row[to + 2] as number) - blue) >> 2;
      red += redStep >> 1;
      green += greenStep >> 1;
      blue += blueStep >> 1;
      const stop = cell < 0 ? Math.min(end, i + half) : Math.min(end, i + CELL);
      for (; i < stop; i++, p += 3) {
        // Without branches: in noise a processor guesses every second one wrongly, which costs more than the sums.
        let r = BLACK - rgb[p]! * red;
        let g = BLACK - rgb[p + 1]! * green;
        let b = BLACK - rgb[p + 2]! * blue;
        r &= ~(r >> 31);
        g &= ~(g >> 31);
        b &= ~(b >> 31);
        red += redStep;
        green += greenStep;
        blue += blueStep;
        let less = r - g;
        less &= less >> 31;
        const low = g + less;
        const high = r - less;
        less = low - b;
        less &= less >> 31;
        const least = b + less;
        less = high - b;
        less &= less >> 31;
        const most = high - less;
        dark[i] = (r + g + b - least) >> (FRACTION + 1);
        colour[i] = (most - least) >> FRACTION;
      }
    }
  }
  return { width, height, dark, colour };
}

/** What turns a cell's paper brightness into 255, in fixed point. */
function cellGains(plane: Uint8Array): Int32Array {
  const gains = new Int32Array(plane.length);
  for (let i = 0; i < plane.length; i++) gains[i] = BLACK / Math.max(1, plane[i] as number);
  return gains;
}

function rowGains(
  row: Int32Array,
  { gains, light, y }: { gains: readonly Int32Array[]; light: PaperLight; y: number },
): void {
  const { width, height } = light;
  const at = Math.min(height - 1, Math.max(0, (y + 0.5) / CELL - 0.5));
  const upper = Math.floor(at) * width;
  const lower = Math.min(height - 1, Math.floor(at) + 1) * width;
  const share = Math.round((at - Math.floor(at)) * 256);
  for (let c = 0; c < 3; c++) {
    const plane = gains[c] as Int32Array;
    let o = c;
    for (let x = 0; x < width; x++, o += 3) {
      const a = plane[upper + x] as number;
      row[o] = a + ((((plane[lower + x] as number) - a) * share) >> 8);
    }
    row[o] = row[o - 3] as number;
  }
}
