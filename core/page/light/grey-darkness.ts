import { kernels, put, take, withRoom } from "../kernels/kernels.ts";
import type { GreyImage } from "./grey-image.ts";
import type { GreyLight } from "./paper-light.ts";

/** How dark each pixel is relative to the bare paper there, whatever its colour: 0 as bright … 255 black. */
export interface DarkPlane {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/** Like `darkness`, but of brightness alone and with the light of the nearest cell: enough to find printed black. */
export function greyDarkness({ width, height, grey }: GreyImage, light: GreyLight): DarkPlane {
  const dark = withRoom([grey.length, light.plane.length, grey.length], (from, cells, out) => {
    put(grey, from);
    put(light.plane, cells);
    kernels.greyDarkness(from, width, height, cells, out);
    return take(out, grey.length);
  });
  return { width, height, dark };
}
