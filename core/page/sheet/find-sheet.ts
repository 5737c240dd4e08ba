import type { Quad } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { areaIn } from "../../geometry/quads.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import { histogram } from "../light/histogram.ts";
import { CELL, type GreyLight } from "../light/paper-light.ts";
import { brightRegion } from "./bright-region.ts";
import { enclosingQuad, type Spot } from "./enclosing-quad.ts";
import { fitEdge, type Line, meet } from "./fit-edge.ts";
import { darkPixels, isCrossed } from "./strokes-at-edges.ts";

/** A photographed sheet covers at least this share of the picture. */
const LEAST_AREA = 0.2;
/** The share of the four sides' quadrilateral that is bright: a hand or a hard shadow may cover part of it. */
const LEAST_FILLED = 0.88;
/** Cosine of the smallest angle that a right angle of the sheet may appear as. */
const STEEPEST = 0.6;
/** How much wider than high, or higher than wide, a sheet may look. */
const LONGEST = 2.4;
/** Levels, between the means of dark and bright cells, at which the border between table and paper is looked for. */
const LEVELS = [0.5, 0.35, 0.2, 0.65] as const;
/** The same in the darker part alone, for a sheet that lies partly in shadow. */
const SHADOW_LEVELS = [0.5, 0.35] as const;
/** A sheet found at another level is a different one if it is this much larger. */
const LARGER = 1.15;

/**
 * The corners of a bright sheet of paper on a darker table, in pixels of the image that `light` is of: clockwise, from
 * the corner that is top left if the sheet is turned by less than 45°. Null if no four straight edges are seen, for
 * instance on a scan or if the sheet fills the picture, or if drawn strokes continue beyond them: then the edge is a
 * shadow's. `plane` is the darkness of the same image.
 */
export function findSheet(light: GreyLight, plane: DarkPlane): Quad<"Picture"> | null {
  const sheets = sheetsOf(light, plane);
  const first = sheets.next().value;
  if (!first) return null;
  // If a sheet is partly in shadow, its bright part alone may look like a sheet: the drawing is where the strokes are.
  const drawn = darkPixels(plane, first);
  if (darkPixels(plane) <= 2 * drawn) return first;
  for (const corners of sheets) {
    if (areaIn(corners) > LARGER * areaIn(first) && darkPixels(plane, corners) > 2 * drawn) return corners;
  }
  return first;
}

/** Everything that looks like a sheet, the likeliest first. */
function* sheetsOf(light: GreyLight, plane: DarkPlane): Generator<Quad<"Picture">, undefined> {
  for (const level of levelsOf(light)) {
    const corners = sheetAbove(light, level);
    if (corners !== null && !isCrossed(plane, corners)) yield upright(corners);
  }
}

/** Where the border between table and paper may lie, the likeliest first. */
function levelsOf({ plane }: GreyLight): number[] {
  const counts = histogram(plane);
  const parts = darkAndBright(counts);
  if (parts === null) return [];
  const shadow = darkAndBright(counts.subarray(0, parts.split));
  const between = (share: number, { dark, bright }: { dark: number; bright: number }) => dark + share * (bright - dark);
  return [
    ...LEVELS.map((share) => between(share, parts)),
    ...(shadow === null ? [] : SHADOW_LEVELS.map((share) => between(share, shadow))),
  ];
}

function sheetAbove(light: GreyLight, level: number): Spot[] | null {
  const region = brightRegion(light, level);
  if (region.area < LEAST_AREA * light.plane.length) return null;
  const rough = enclosingQuad(region.outline);
  if (rough === null) return null;
  const edges = rough.map((from, i) => fitEdge(light, { from, to: rough[(i + 1) % 4]! }));
  if (edges.some((edge) => edge === null)) return null;
  const corners = edges.map((edge, i) => meet(edges[(i + 3) % 4] as Line, edge as Line));
  if (corners.some((corner) => corner === null)) return null;
  const quad = corners as Spot[];
  const isSheet = looksLikeSheet(quad) && region.area > LEAST_FILLED * areaIn(quad);
  return isSheet ? quad.map(({ x, y }) => ({ x: x * CELL, y: y * CELL })) : null;
}

interface Parts {
  /** Mean values. */
  readonly dark: number;
  readonly bright: number;
  /** The first value of the brighter part. */
  readonly split: number;
}

/** The darker and the brighter part of a histogram (Otsu's method); null if they hardly differ. */
function darkAndBright(counts: Uint32Array): Parts | null {
  const cells = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, value) => sum + value * count, 0);
  let best: Parts | null = null;
  let widest = 0;
  let below = 0;
  let sum = 0;
  for (let value = 0; value < counts.length - 1; value++) {
    below += counts[value]!;
    sum += value * counts[value]!;
    const above = cells - below;
    if (below === 0 || above === 0) continue;
    const dark = sum / below;
    const bright = (total - sum) / above;
    const spread = below * above * (bright - dark) ** 2;
    if (spread <= widest) continue;
    widest = spread;
    best = { dark, bright, split: value + 1 };
  }
  return best !== null && best.dark < 0.85 * best.bright ? best : null;
}

function looksLikeSheet(quad: readonly Spot[]): boolean {
  const lengths = quad.map((a, i) => Math.hypot(quad[(i + 1) % 4]!.x - a.x, quad[(i + 1) % 4]!.y - a.y));
  const isSquare = quad.every((b, i) => {
    const a = quad[(i + 3) % 4]!;
    const c = quad[(i + 1) % 4]!;
    const dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
    const cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    return cross > 0 && Math.abs(dot) < STEEPEST * lengths[i]! * lengths[(i + 3) % 4]!;
  });
  const ratio = (lengths[0]! + lengths[2]!) / (lengths[1]! + lengths[3]!);
  return isSquare && ratio < LONGEST && ratio > 1 / LONGEST;
}

/** The same corners, starting with the one whose following side points most to the right. */
function upright(corners: readonly Spot[]): Quad<"Picture"> {
  const slopes = corners.map((a, i) => {
    const b = corners[(i + 1) % 4]!;
    return (b.x - a.x) / distanceBetween(b, a);
  });
  const first = slopes.indexOf(Math.max(...slopes));
  const [a, b, c, d] = [0, 1, 2, 3].map((n) => corners[(first + n) % 4]!) as [Spot, Spot, Spot, Spot];
  return [a, b, c, d];
}
