import { cornersOf } from "../../geometry/boxes.ts";
import type { Quad } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { applyHomography } from "../../geometry/homography.ts";
import { BORDER } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import { sampleInk } from "../sample-ink.ts";
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
  const corners = cornersOf<"Page">(BORDER);
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
  const picture = { ...page, ink: page.dark };
  let mass = 0;
  let x = 0;
  let y = 0;
  for (let mm = -REACH; mm <= REACH; mm += 0.1) {
    const p = applyHomography(frame, { x: at.x + across.x * mm, y: at.y + across.y * mm });
    const dark = Math.max(0, sampleInk(picture, p.x - 0.5, p.y - 0.5) - 60);
    mass += dark;
    x += dark * p.x;
    y += dark * p.y;
  }
  return mass < 60 ? null : { x: x / mass, y: y / mass };
}
