import { clamp } from "../../core/basics/numbers.ts";
import { boxAround, middleOf } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint, ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween } from "../../core/geometry/distances.ts";
import { CANVAS } from "../../core/rules/limits.ts";

/** Width and height: of the canvas in CSS pixels, of the picture in its own. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which part of the picture the canvas shows. At zoom 1 the whole picture fits the canvas. */
export interface Viewport {
  readonly canvas: Size;
  readonly picture: Size;
  /** `CANVAS.zoomMin` … `CANVAS.zoomMax` */
  readonly zoom: number;
  /** Where the picture's top left corner is on the canvas. */
  readonly origin: ScreenPoint;
}

const MARGIN = 16;

/** There is no benefit in showing a pixel larger than this. */
const MOST_BLOWN_UP = 2;

/** This much of the picture stays visible, however far it is moved away. */
const IN_SIGHT = 48;

/** The viewport that shows the whole picture, centred on the canvas. */
export function fitViewport(canvas: Size, picture: Size): Viewport {
  const viewport = { canvas, picture, zoom: 1, origin: { x: 0, y: 0 } };
  return placed(viewport, { zoom: 1, at: middle(picture), to: middle(canvas) });
}

/** CSS pixels of the canvas per pixel of the picture. */
export function scaleOf({ canvas, picture, zoom }: Viewport): number {
  return zoom * fitScale(canvas, picture);
}

export function toScreen(viewport: Viewport, { x, y }: PicturePoint): ScreenPoint {
  const scale = scaleOf(viewport);
  return { x: viewport.origin.x + x * scale, y: viewport.origin.y + y * scale };
}

export function toPicture(viewport: Viewport, { x, y }: ScreenPoint): PicturePoint {
  const scale = scaleOf(viewport);
  return { x: (x - viewport.origin.x) / scale, y: (y - viewport.origin.y) / scale };
}

export function boxToScreen(viewport: Viewport, box: PictureBox): ScreenBox {
  const scale = scaleOf(viewport);
  const { x, y } = toScreen(viewport, { x: box.x, y: box.y });
  return { x, y, width: box.width * scale, height: box.height * scale };
}

/**
 * Zooms to `zoom`, kept within the limits, so that the point under `about` stays there.
 *
 * @example
 * zoomTo(viewport, { zoom: viewport.zoom * 1.25, about: pointer });
 */
export function zoomTo(viewport: Viewport, { zoom, about }: { zoom: number; about: ScreenPoint }): Viewport {
  return placed(viewport, { zoom, at: toPicture(viewport, about), to: about });
}

/** Zooms about the centre of the canvas, as keys and buttons do. */
export function zoomBy(viewport: Viewport, factor: number): Viewport {
  return zoomTo(viewport, { zoom: viewport.zoom * factor, about: middle(viewport.canvas) });
}

/** Moves the picture by this many CSS pixels; a part of it stays visible. */
export function panBy(viewport: Viewport, by: ScreenPoint): Viewport {
  return inSight({ ...viewport, origin: { x: viewport.origin.x + by.x, y: viewport.origin.y + by.y } });
}

/** Two fingers moved from `from` to `to`: what was between them stays between them. */
export function pinch(
  viewport: Viewport,
  { from, to }: { from: readonly [ScreenPoint, ScreenPoint]; to: readonly [ScreenPoint, ScreenPoint] },
): Viewport {
  const zoom = (viewport.zoom * distanceBetween(...to)) / Math.max(1, distanceBetween(...from));
  return placed(viewport, { zoom, at: toPicture(viewport, middleOf(boxAround(from))), to: middleOf(boxAround(to)) });
}

/** The same view on a canvas of another size: the centre stays. */
export function resizeCanvas(viewport: Viewport, canvas: Size): Viewport {
  const at = toPicture(viewport, middle(viewport.canvas));
  return placed({ ...viewport, canvas }, { zoom: viewport.zoom, at, to: middle(canvas) });
}

/** The same view of a picture of another size: zoom and the part in the centre stay. */
export function resizePicture(viewport: Viewport, picture: Size): Viewport {
  const { x, y } = toPicture(viewport, middle(viewport.canvas));
  const { width, height } = viewport.picture;
  const at = { x: (x / width) * picture.width, y: (y / height) * picture.height };
  return placed({ ...viewport, picture }, { zoom: viewport.zoom, at, to: middle(viewport.canvas) });
}

export function isOnCanvas({ canvas }: Pick<Viewport, "canvas">, { x, y, width, height }: ScreenBox): boolean {
  return x + width >= 0 && y + height >= 0 && x <= canvas.width && y <= canvas.height;
}

/** Moves the picture, if necessary, so that `box` is visible with some margin; never zooms out. */
export function reveal(viewport: Viewport, box: PictureBox): Viewport {
  const shown = boxToScreen(viewport, box);
  const by = {
    x: shift(shown.x, { length: shown.width, room: viewport.canvas.width }),
    y: shift(shown.y, { length: shown.height, room: viewport.canvas.height }),
  };
  return by.x === 0 && by.y === 0 ? viewport : panBy(viewport, by);
}

/**
 * The view in which `box` fills the canvas, enlarged until a pixel of the picture takes `MOST_BLOWN_UP` pixels of the
 * screen at most; never smaller than the whole page.
 */
export function focusOn(viewport: Viewport, box: PictureBox): Viewport {
  const { canvas, picture } = viewport;
  const page = fitViewport(canvas, picture);
  const wanted = Math.min(fitScale(canvas, box), MOST_BLOWN_UP) / scaleOf(page);
  return wanted <= 1 ? page : placed(page, { zoom: wanted, at: middleOf(box), to: middle(canvas) });
}

/** The view at `zoom`, kept within the limits, in which a place of the picture is at a place of the canvas. */
function placed(viewport: Viewport, { zoom, at, to }: { zoom: number; at: PicturePoint; to: ScreenPoint }): Viewport {
  const zoomed = { ...viewport, zoom: clamp(zoom, CANVAS.zoomMin, CANVAS.zoomMax) };
  const scale = scaleOf(zoomed);
  return inSight({ ...zoomed, origin: { x: to.x - at.x * scale, y: to.y - at.y * scale } });
}

function shift(start: number, { length, room }: { length: number; room: number }): number {
  if (start >= MARGIN && start + length <= room - MARGIN) return 0;
  return (room - length) / 2 - start;
}

function inSight(viewport: Viewport): Viewport {
  const scale = scaleOf(viewport);
  const { canvas, picture, origin } = viewport;
  const inside = (from: number, length: number, room: number) => {
    // Of a canvas that is hardly there, what is in its middle stays there.
    const part = Math.min(IN_SIGHT, room / 2);
    return clamp(from, part - length * scale, room - part);
  };
  const x = inside(origin.x, picture.width, canvas.width);
  const y = inside(origin.y, picture.height, canvas.height);
  return x === origin.x && y === origin.y ? viewport : { ...viewport, origin: { x, y } };
}

function fitScale(canvas: Size, picture: Size): number {
  const [width, height] = [Math.max(1, canvas.width - 2 * MARGIN), Math.max(1, canvas.height - 2 * MARGIN)];
  return Math.min(width / Math.max(1, picture.width), height / Math.max(1, picture.height));
}

function middle({ width, height }: Size): { x: number; y: number } {
  return { x: width / 2, y: height / 2 };
}
