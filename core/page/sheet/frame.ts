import type { Homography } from "../../geometry/homography.ts";

/** From the template's millimetres (as page points) to pixels of the image in which it was found. */
export type Frame = Homography<"Page", "Picture">;
