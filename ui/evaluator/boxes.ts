import { clamp } from "../../core/basics/numbers.ts";
import type { PictureBox, PicturePoint, ScreenBox } from "../../core/geometry/coordinates.ts";
import type { Size } from "./viewport.ts";

export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;

export type Handle = (typeof HANDLES)[number];

/** The minimum size of a box, in pixels of the picture: a smaller one could not be clicked any more. */
export const MIN_BOX = 8;

export const HANDLE_CURSORS: Readonly<Record<Handle, string>> = {
  nw: "nwse-resize",
  n: "ns-resize",
  ne: "nesw-resize",
  e: "ew-resize",
  se: "nwse-resize",
  s: "ns-resize",
  sw: "nesw-resize",
  w: "ew-resize",
};

export function boxBetween(a: PicturePoint, b: PicturePoint): PictureBox {
  const [x, y] = [Math.round(Math.min(a.x, b.x)), Math.round(Math.min(a.y, b.y))];
  return { x, y, width: Math.round(Math.max(a.x, b.x)) - x, height: Math.round(Math.max(a.y, b.y)) - y };
}

export function isMeant({ width, height }: PictureBox): boolean {
  return width >= MIN_BOX && height >= MIN_BOX;
}

/** The box moved by whole pixels, kept inside the picture. */
export function moveBox(box: PictureBox, { by, within }: { by: PicturePoint; within: Size }): PictureBox {
  return {
    ...box,
    x: clamp(Math.round(box.x + by.x), 0, within.width - box.width),
    y: clamp(Math.round(box.y + by.y), 0, within.height - box.height),
  };
}

/** The box with one handle dragged to `to`, kept inside the picture and at least `MIN_BOX` wide and high. */
export function resizeBox(
  box: PictureBox,
  { handle, to, within }: { handle: Handle; to: PicturePoint; within: Size },
): PictureBox {
  let [left, top] = [box.x, box.y];
  let [right, bottom] = [box.x + box.width, box.y + box.height];
  if (handle.includes("w")) left = clamp(Math.round(to.x), 0, right - MIN_BOX);
  if (handle.includes("e")) right = clamp(Math.round(to.x), left + MIN_BOX, within.width);
  if (handle.includes("n")) top = clamp(Math.round(to.y), 0, bottom - MIN_BOX);
  if (handle.includes("s")) bottom = clamp(Math.round(to.y), top + MIN_BOX, within.height);
  return { ...box, x: left, y: top, width: right - left, height: bottom - top };
}

export function handlePlace({ x, y, width, height }: ScreenBox, handle: Handle): { x: number; y: number } {
  const across = handle.includes("w") ? 0 : handle.includes("e") ? 1 : 0.5;
  const down = handle.includes("n") ? 0 : handle.includes("s") ? 1 : 0.5;
  return { x: x + across * width, y: y + down * height };
}

export function sameBox(a: PictureBox, b: PictureBox): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
