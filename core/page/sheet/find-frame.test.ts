import sharp from "sharp";
import { expect, it } from "vitest";
import { applyHomography } from "../../geometry/homography.ts";
import { BORDER, BORDER_LINE, MARK_HOLE, MARK_SIDE, MARKS, SHEET } from "../../template/layout.ts";
import { greyDarkness } from "../light/grey-darkness.ts";
import { overview } from "../light/grey-image.ts";
import { greyLight } from "../light/paper-light.ts";
import { findFrames } from "./find-frame.ts";

/** Pixels per millimetre. */
const SCALE = 4;
const { x, y, width, height } = BORDER;
const LINE = `fill="none" stroke-width="${BORDER_LINE}"`;
const WHOLE = `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke="#000" ${LINE}/>`;
const CUT = `<path d="M${x} ${y}V${y + height}H${x + 0.6 * width}" stroke="#000" ${LINE}/>`;
/** Three sides of a box. */
const OPEN = `<path d="M${x} ${y}H${x + width}V${y + height}H${x}" stroke="#000" ${LINE}/>`;
/** A grey band all around, which ends where the border would be. */
const EDGE = `<rect x="${x - 3.5}" y="${y - 3.5}" width="${width + 7}" height="${height + 7}" stroke="#bbb" fill="none" stroke-width="7"/>`;

async function frameWith(border: string) {
  const squares = MARKS.map(({ x, y }) => square({ x, y }, MARK_SIDE, "#000")).join("");
  const marks = squares + square(MARKS[0], MARK_HOLE, "#fff");
  const size = { width: SHEET.width * SCALE, height: SHEET.height * SCALE };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${SHEET.height}" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/>${border}${marks}</svg>`;
  const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  const grey = overview({ ...size, rgb, pictureWidth: size.width, pictureHeight: size.height });
  const [frame = null] = findFrames(greyDarkness(grey, greyLight(grey)));
  return frame && applyHomography(frame, { x, y });
}

function square({ x, y }: { x: number; y: number }, side: number, fill: string): string {
  return `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}" fill="${fill}"/>`;
}

it("takes four marks and a whole border as proof of a template", async () => {
  const corner = await frameWith(WHOLE);
  expect(corner!.x).toBeCloseTo(x * SCALE, 0);
  expect(corner!.y).toBeCloseTo(y * SCALE, 0);
});

it.each([
  ["a border of which much is missing", CUT],
  ["a border without one side", OPEN],
  ["edges instead of a border's line", EDGE],
])("does not take %s as proof", async (_, border) => {
  expect(await frameWith(border)).toBeNull();
});
