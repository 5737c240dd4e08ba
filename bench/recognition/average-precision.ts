import { groupBy } from "../../core/basics/group-by.ts";
import { intersectionOverUnion } from "../../core/geometry/boxes.ts";
import type { PictureBox } from "../../core/geometry/coordinates.ts";

export interface Found {
  readonly page: string;
  readonly label: string;
  readonly box: PictureBox;
  readonly confidence: number;
}

export interface ExpectedBox {
  readonly page: string;
  readonly label: string;
  readonly box: PictureBox;
}

/** Two boxes with at least this intersection over union are at one place. */
const SAME_PLACE = 0.5;

/**
 * Average precision of one class at an intersection over union of 0.5: the area under the precision-recall curve with
 * precision made monotone (PASCAL VOC 2010 and later). NaN if the class was never drawn.
 */
export function averagePrecision(found: readonly Found[], wanted: readonly ExpectedBox[]): number {
  if (wanted.length === 0) return Number.NaN;
  const taken = new Set<ExpectedBox>();
  const byPage = groupBy(wanted, ({ page }) => page);
  const hits = [...found]
    .sort((a, b) => b.confidence - a.confidence)
    .map((candidate) => {
      const best = (byPage.get(candidate.page) ?? [])
        .filter((w) => !taken.has(w))
        .map((w) => ({ w, iou: intersectionOverUnion(w.box, candidate.box) }))
        .sort((a, b) => b.iou - a.iou)[0];
      if (best === undefined || best.iou < SAME_PLACE) return false;
      taken.add(best.w);
      return true;
    });
  let right = 0;
  const curve = hits.map((hit, k) => {
    if (hit) right++;
    return { recall: right / wanted.length, precision: right / (k + 1) };
  });
  let area = 0;
  let ceiling = 0;
  for (let k = curve.length - 1; k >= 0; k--) {
    ceiling = Math.max(ceiling, curve[k]!.precision);
    area += ceiling * (curve[k]!.recall - (curve[k - 1]?.recall ?? 0));
  }
  return area;
}

/** How the gates found on a page differ from those drawn there. */
export interface GateErrors {
  readonly missed: number;
  readonly tooMany: number;
  readonly otherClass: number;
}

/**
 * Pairs each detected gate of a page, the most certain first, with a drawn one at its place, preferably of the same
 * class.
 */
export function gateErrors(found: readonly Found[], wanted: readonly ExpectedBox[]): GateErrors {
  const open = new Set(wanted);
  let tooMany = 0;
  let otherClass = 0;
  for (const { box, label } of [...found].sort((a, b) => b.confidence - a.confidence)) {
    const here = [...open].filter((w) => intersectionOverUnion(w.box, box) >= SAME_PLACE);
    const match = here.find((w) => w.label === label) ?? here[0];
    if (match === undefined) tooMany++;
    else {
      open.delete(match);
      if (match.label !== label) otherClass++;
    }
  }
  return { missed: open.size, tooMany, otherClass };
}
