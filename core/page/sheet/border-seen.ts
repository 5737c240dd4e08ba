import { BORDER } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import type { Frame } from "./frame.ts";

/** Places per side at which the border is looked for. */
const PLACES = 32;
/** A curled sheet moves the border a millimetre or two away from the straight line between the marks. */
const REACH = 2.5;
const STEP = 0.25;
/** How much darker than the palest place on either side of it a line is. */
const CONTRAST = 40;

export const SIDES = ["top", "right", "bottom", "left"] as const;

export type Side = (typeof SIDES)[number];

/**
 * The share of places along the border's `sides` where a dark line is seen; 0 as soon as it can no longer reach
 * `least`.
 */
export function borderSeen(
  page: DarkPlane,
  frame: Frame,
  { sides = SIDES, least }: { sides?: readonly Side[]; least: number },
): number {
  const mayMiss = (1 - least) * sides.length * PLACES;
  let seen = 0;
  for (let n = 0; n < PLACES; n++) {
    // In strides, so that a wrong frame fails within a few steps.
    const share = (((n * 11) % PLACES) + 0.5) / PLACES;
    for (const side of sides) if (isLine(page, frame, { side, share })) seen++;
    if (sides.length * (n + 1) - seen > mayMiss) return 0;
  }
  return seen / (sides.length * PLACES);
}

/** Share of each side that must be seen: three sides of a box are no template's border. */
const LEAST_OF_SIDE = 0.4;

/** The share of places along the whole border where a dark line is seen; 0 if it is less than `least`, or a side is missing. */
export function wholeBorderSeen(page: DarkPlane, frame: Frame, { least }: { least: number }): number {
  const seen = borderSeen(page, frame, { least });
  const isWhole =
    seen > 0 && SIDES.every((side) => borderSeen(page, frame, { sides: [side], least: LEAST_OF_SIDE }) > 0);
  return isWhole ? seen : 0;
}

/**
 * Whether a dark line crosses the millimetres around the place at `share` of a side: paper is on both sides of a line,
 * and on one side of a sheet's or shadow's edge. Allocates no objects, because it runs often.
 */
function isLine(
  { dark, width, height }: DarkPlane,
  { m }: Frame,
  { side, share }: { side: Side; share: number },
): boolean {
  const isLevel = side === "top" || side === "bottom";
  const x = isLevel ? BORDER.x + share * BORDER.width : side === "left" ? BORDER.x : BORDER.x + BORDER.width;
  const y = isLevel ? (side === "top" ? BORDER.y : BORDER.y + BORDER.height) : BORDER.y + share * BORDER.height;
  let u = m[0] * x + m[1] * y + m[2];
  let v = m[3] * x + m[4] * y + m[5];
  let w = m[6] * x + m[7] * y + m[8];
  const across = isLevel ? 1 : 0;
  const du = m[across];
  const dv = m[3 + across]!;
  const dw = m[6 + across]!;
  u -= REACH * du;
  v -= REACH * dv;
  w -= REACH * dw;
  let darkest = 0;
  let palest = 255;
  let before = 255;
  let after = 255;
  for (let mm = -REACH; mm <= REACH; mm += STEP) {
    const px = u / w;
    const py = v / w;
    if (!(px >= 0 && py >= 0 && px < width && py < height)) return false;
    const value = dark[Math.floor(py) * width + Math.floor(px)]!;
    if (value > darkest) {
      darkest = value;
      before = palest;
      after = 255;
    } else if (value < after) after = value;
    if (value < palest) palest = value;
    u += STEP * du;
    v += STEP * dv;
    w += STEP * dw;
  }
  return darkest - Math.max(before, after) >= CONTRAST;
}
