import { kernels, put, withRoom } from "../kernels/kernels.ts";
import type { PaperLight } from "./paper-light.ts";
import type { StoredImage } from "./stored-image.ts";

/**
 * How much darker each pixel is than bare paper, one byte each in the kernels' memory: 0 as bright as the paper … 255
 * black.
 */
export interface Darkness {
  readonly width: number;
  readonly height: number;
  /** The mean of the two colour channels that lost most: red, blue and black ink are all dark in it. */
  readonly dark: number;
  /** The difference between the channel that lost most and the one that lost least: how coloured it is. */
  readonly colour: number;
}

/** Bytes for the gains of the three channels of a row's cells, and for those of all 256 values. */
const GAIN = 4;
const GAINS = 256 * GAIN;

/**
 * Writes each pixel relative to the light on the paper at its place, without shadow and the lamp's colour, into `page`,
 * which has room for one byte per pixel each.
 */
export function darken(image: StoredImage, light: PaperLight, page: Darkness): void {
  const cells = light.width * light.height;
  withRoom([3 * cells, GAINS, 3 * (light.width + 1) * GAIN], (planes, gains, row) => {
    light.planes.forEach((plane, channel) => {
      put(plane, planes + channel * cells);
    });
    kernels.darkness(image.rgb, image.width, image.height, planes, gains, row, page.dark, page.colour);
  });
}
