import type { Homography } from "../geometry/homography.ts";

/** A page with light, grid and paper removed and perspective undone: only ink is left. */
export interface CleanPage {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, row by row: 0 paper … 255 full ink. */
  readonly ink: Uint8Array;
  /** From page pixels to pixels of the upright original picture. */
  readonly toPicture: Homography<"Page", "Picture">;
  /** How the page was found: by the template's marks, or taken as it is. */
  readonly frame: "template" | "picture";
}
