import { distanceBetween } from "../../geometry/distances.ts";
import { fitHomography, type Quad } from "../../geometry/fit-homography.ts";
import { applyHomography } from "../../geometry/homography.ts";
import { BORDER } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import type { Spot } from "./enclosing-quad.ts";
import { distance, fitLine, type Line, meet } from "./fit-edge.ts";
import type { Frame } from "./frame.ts";

/** Places along a side where the border is measured. */
const PLACES = 60;
/** Its line is looked for within this many millimetres to both sides. */
const REACH = 2;
/** A place this many pixels off the fitted line is left out: a stroke that touches the border, or a curl. */
const OUTLIER = 1.5;

/**
 * `frame` computed again from the border's four lines: sixty measured places per side are more reliable than four
 * marks, of which a shadow may cut one. Unchanged if a side is hardly visible.
 */
export function refineFrame(page: DarkPlane, frame: Frame): Frame {
  const { x, y, width, height } = BORDER;
  const corners: Quad<"Page"> = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  const sides = corners.map((from, i) => fitSide(page, frame, { from, to: corners[(i + 1) % 4] as Spot }));
  if (sides.some((side) => side === null)) return frame;
  const found = sides.map((side, i) => meet(sides[(i + 3) % 4] as Line, side as Line));
  if (found.some((corner) => corner === null)) return frame;
  const quad = found as unknown as Quad<"Picture">;
  return fitHomography({ space: "Page", quad: corners }, { space: "Picture", quad }) ?? frame;
}

function fitSide(page: DarkPlane, frame: Frame, { from, to }: { from: Spot; to: Spot }): Line | null {
  const places: Spot[] = [];
  const length = distanceBetween(to, from);
  const across = { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
  for (let n = 0; n < PLACES; n++) {
    // Not up to the corners, where the other side's line gets in the way.
    const share = 0.03 + (0.94 * n) / (PLACES - 1);
    const at = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    const place = lineAt(page, frame, { at, across });
    if (place !== null) places.push(place);
  }
  if (places.length < PLACES / 2) return null;
  const rough = fitLine(places);
  const near = places.filter((place) => distance(rough, place) < OUTLIER);
  return near.length < PLACES / 3 ? null : fitLine(near);
}

/** The middle of the dark line that crosses the path through `at`; null if there is none. */
function lineAt(page: DarkPlane, frame: Frame, { at, across }: { at: Spot; across: Spot }): Spot | null {
  let mass = 0;
  let x = 0;
  let y = 0;
  for (let mm = -REACH; mm <= REACH; mm += 0.1) {
    const p = applyHomography(frame, { x: at.x + across.x * mm, y: at.y + across.y * mm });
    const dark = Math.max(0, sample(page, p) - 60);
    mass += dark;
    x += dark * p.x;
    y += dark * p.y;
  }
  return mass < 60 ? null : { x: x / mass, y: y / mass };
}

function sample({ dark, width, height }: DarkPlane, { x, y }: Spot): number {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return 0;
  const fx = x - 0.5 - left;
  const fy = y - 0.5 - top;
  const i = top * width + left;
  const upper = (dark[i] as number) * (1 - fx) + (dark[i + 1] as number) * fx;
  const lower = (dark[i + width] as number) * (1 - fx) + (dark[i + width + 1] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}
