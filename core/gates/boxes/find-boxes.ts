import { sum } from "../../basics/numbers.ts";
import { unionFind } from "../../basics/union-find.ts";
import { grown, isInside, middleOf, overlaps } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { boxOfPixels, connectedGroups } from "../../page/ink/connected-groups.ts";
import { pixelsIn } from "../../page/ink/pixels-in.ts";
import { settledPixels } from "../../page/ink/set-pixels.ts";
import { penWidth } from "../../page/shrink-page.ts";

/** Ink at or above this counts as drawn. */
const DRAWN = 96;

/** Gaps of an outline up to twice this many pixels are closed; a label that is that near to it is lost. */
const GAPS = [1, 3, 6] as const;

/** The sides of what an outline encloses, in pixels of a clean page, whose long side has 1600; and their ratio. */
const SIDE = { least: 8, most: 420, ratio: 4.5 } as const;

/** This share of a box's rows are no wider than its width. */
const FULL = 0.9;

/** The width of a slanted box is at least this share of that of the box around it. */
const SLANTED = 0.65;

/** A box's paper and label fill this share of its width and height. */
const FILLED = 0.84;

/** Near its upper and lower side, in shorter sides, a box lacks at most so much of its width; the front of an AND more. */
const CORNERS = { near: 0.14, lacking: 0.18 } as const;

/** How large and how high, as shares of the box's height, and at least how many pixels what is written in it is. */
const TEXT = { least: 0.12, low: 0.07, most: 0.85, pixels: 3 } as const;

/** An outline reaches less than this far into its box, in shorter sides. */
const EDGE = 0.07;

/** Of what is written in a box, at most this share lies along the edge of what is looked at. */
const MOST_AT_EDGE = 0.2;

/** A page with more closed rectangles than this is no circuit. */
const MOST = 300;

/** Boxes with something in them that share this much of the longer one's side are cells of a table. */
const SHARED = 0.7;

/** Lines that go on from this many corners, at least so far up or down (shorter sides, pens), are rails with taps. */
const RAILS = { corners: 3, shares: 0.2, pens: 3 } as const;

/** A rectangle with something written in it. */
export interface DrawnBox {
  /** Its outline included. */
  readonly box: PageBox;
  /** What may be written in it, most ink first. */
  readonly texts: readonly BoxText[];
  /** The width of the page's lines, in pixels. */
  readonly pen: number;
}

/** Ink in a box: its pixels, as indices in the page, and the box around them. */
export interface BoxText {
  readonly pixels: ReadonlySet<number>;
  readonly box: PageBox;
}

/**
 * The rectangles on a page that are no cells of a table and have something written in them. Open outlines are looked for
 * only where a closed one is found, or if `isThorough`: that takes longer.
 */
export function findBoxes(page: CleanPage, { isThorough }: { isThorough: boolean }): DrawnBox[] {
  const insides = enclosedBoxes(page, 0);
  const closed = labelled(page, insides);
  if (closed.length === 0 && !isThorough) return [];
  for (const gap of GAPS) {
    insides.push(...enclosedBoxes(page, gap).filter((box) => !insides.some((other) => overlaps(other, box))));
  }
  return labelled(page, insides);
}

/** The boxes of these insides: no cells of a table, nothing between rails, with something written in them but no box. */
function labelled(page: CleanPage, insides: readonly PageBox[]): DrawnBox[] {
  if (insides.length === 0 || insides.length > MOST) return [];
  const pen = penWidth(page);
  const written = insides
    .map((inside) => ({ inside, texts: textsIn(page, inside) }))
    .filter(({ texts }) => texts.length > 0);
  const isCell = (inside: PageBox) =>
    written.some(
      (other) => other.inside !== inside && shareSide(grown(inside, pen / 2), grown(other.inside, pen / 2 + 1)),
    );
  const boxes = written
    .filter(({ inside }) => !isCell(inside) && !isBetweenRails(page, inside, pen))
    .map(({ inside, texts }) => ({ box: grown(inside, pen), texts, pen }));
  return boxes.filter(({ box }) => !boxes.some((other) => other.box !== box && isInside(box, middleOf(other.box))));
}

/** A run of paper in a row, from `start` up to `end`. */
interface Run {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** The insides of all closed outlines with four corners. */
function enclosedBoxes(page: CleanPage, gap: number): PageBox[] {
  const areas = new Map<number, Run[]>();
  const runs = paperRuns(page, gap);
  const { find } = connected(runs);
  runs.forEach((run, index) => {
    const area = find(index);
    const own = areas.get(area);
    if (own) own.push(run);
    else areas.set(area, [run]);
  });
  return [...areas.values()].flatMap((area) => {
    const box = boxOf(area);
    const isAtEdge =
      box.x === 0 || box.y === 0 || box.x + box.width === page.width || box.y + box.height === page.height;
    return !isAtEdge && isRectangle(area, box) ? [grown(box, gap)] : [];
  });
}

/** The runs between the ink, which is made wider by `gap`, row by row. */
function paperRuns({ width, height, ink }: CleanPage, gap: number): Run[] {
  const drawn: Run[][] = Array.from({ length: height }, () => []);
  let run: { row: number; start: number; end: number } = { row: -1, start: 0, end: 0 };
  for (const at of settledPixels(ink)) {
    if (ink[at]! < DRAWN) continue;
    const row = Math.floor(at / width);
    const start = at - row * width - gap;
    if (row !== run.row || start > run.end) {
      run = { row, start, end: start };
      drawn[row]!.push(run);
    }
    run.end = start + 2 * gap + 1;
  }
  return drawn.flatMap((_, row) => {
    const near = drawn.slice(Math.max(0, row - gap), row + gap + 1).flat();
    const runs: Run[] = [];
    let from = 0;
    for (const { start, end } of near.sort((a, b) => a.start - b.start)) {
      if (start > from) runs.push({ row, start: from, end: start });
      from = Math.max(from, end);
    }
    return from < width ? [...runs, { row, start: from, end: width }] : runs;
  });
}

/** Runs of neighbouring rows that touch, in groups. */
function connected(runs: readonly Run[]) {
  const groups = unionFind(runs.length);
  let above = 0;
  runs.forEach((run, index) => {
    while (above < index && (runs[above]!.row < run.row - 1 || isLeftOf(runs[above]!, run))) above++;
    for (let other = above; other < index && runs[other]!.row < run.row && runs[other]!.start < run.end; other++) {
      groups.join(other, index);
    }
  });
  return groups;
}

function isLeftOf(other: Run, run: Run): boolean {
  return other.row === run.row - 1 && other.end <= run.start;
}

/** The box around an area, which on a page of noise has more runs than a call may have arguments. */
function boxOf(area: readonly Run[]): PageBox {
  const x = area.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const right = area.reduce((most, { end }) => Math.max(most, end), 0);
  const y = area[0]!.row;
  return { x, y, width: right - x, height: area.at(-1)!.row + 1 - y };
}

function isRectangle(area: readonly Run[], box: PageBox): boolean {
  const [short, long] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  if (short < SIDE.least || long > SIDE.most || long > SIDE.ratio * short) return false;
  const rows: { start: number; end: number }[] = [];
  for (const { row, start, end } of area) {
    const own = rows[row - box.y];
    rows[row - box.y] = own ? { start: Math.min(own.start, start), end: Math.max(own.end, end) } : { start, end };
  }
  const widths = rows.map(({ start, end }) => end - start);
  const full = [...widths].sort((a, b) => a - b)[Math.floor(FULL * widths.length)]!;
  if (full < SLANTED * box.width || sum(widths) < FILLED * full * box.height) return false;
  const near = CORNERS.near * short;
  const ends = [widths.slice(0, near + 1), widths.slice(-near - 1)];
  return ends.every((side) => Math.max(...side) >= full - CORNERS.lacking * short);
}

/** Whether the lines at the left and right of a box go on above and below it. */
function isBetweenRails({ width, height, ink }: CleanPage, box: PageBox, pen: number): boolean {
  const short = Math.min(box.width, box.height);
  const away = Math.max(RAILS.pens * pen, RAILS.shares * short);
  const slack = pen + CORNERS.near * short;
  const rows = [box.y - away, box.y + box.height + away].map(Math.round).filter((y) => y >= 0 && y < height);
  const corners = rows.flatMap((y) =>
    [box.x - pen / 2, box.x + box.width + pen / 2].filter((x) => {
      const from = Math.max(0, Math.round(x - slack));
      return ink
        .subarray(y * width + from, y * width + Math.min(width, Math.round(x + slack)))
        .some((value) => value >= DRAWN);
    }),
  );
  return corners.length >= RAILS.corners;
}

function shareSide(a: PageBox, b: PageBox): boolean {
  if (!overlaps(a, b)) return false;
  const common = (from: number, to: number, start: number, end: number) => Math.min(to, end) - Math.max(from, start);
  const across = common(a.x, a.x + a.width, b.x, b.x + b.width) / Math.max(a.width, b.width);
  const down = common(a.y, a.y + a.height, b.y, b.y + b.height) / Math.max(a.height, b.height);
  return Math.max(across, down) > SHARED;
}

/**
 * What may be written in a box, most ink first: all that does not run along its edge, and all that does not touch its
 * outline. A letter that touches it is only in the first, a wire that reaches into the box is, too.
 */
function textsIn(page: CleanPage, inside: PageBox): BoxText[] {
  const inner = grown(inside, -EDGE * Math.min(inside.width, inside.height));
  const texts = [inner, inside].flatMap((within) => {
    const drawn = Int32Array.from(pixelsIn(within, page)).filter((at) => page.ink[at]! >= DRAWN);
    const pixels: number[] = [];
    for (const group of connectedGroups(drawn, { width: page.width, size: page.ink.length })) {
      const atEdge = group.filter((at) => !isWithin(page, at, grown(within, -1))).length;
      if (atEdge <= (within === inner ? MOST_AT_EDGE * group.length : 0)) for (const at of group) pixels.push(at);
    }
    if (pixels.length === 0) return [];
    const box = boxOfPixels(pixels, page.width);
    const size = Math.max(box.width, box.height);
    const isLarge = size >= TEXT.pixels && size >= TEXT.least * inside.height;
    const isText = isLarge && box.height >= TEXT.low * inside.height && box.height <= TEXT.most * inside.height;
    return isText ? [{ pixels: new Set(pixels), box }] : [];
  });
  const [first, second] = texts;
  return first && second && first.pixels.size <= second.pixels.size ? [second] : texts;
}

function isWithin({ width }: CleanPage, at: number, { x, y, ...box }: PageBox): boolean {
  const row = Math.floor(at / width);
  const column = at - row * width;
  return column >= x && column < x + box.width && row >= y && row < y + box.height;
}
