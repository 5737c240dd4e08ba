/**
 * Coordinates of four spaces that never mix: the brand makes a point of one space unusable in another.
 *
 * - `Picture`: pixels of the upright original picture, as the user sees it and as `read --json` reports it.
 * - `Page`: pixels of the cleaned, rectified page that every stage after `page` works on.
 * - `Model`: cells of the detector's output grid; they stay within `marks`.
 * - `Screen`: CSS pixels from the top left corner of the canvas that shows a picture.
 */
declare const space: unique symbol;

export type Space = "Picture" | "Page" | "Model" | "Screen";

/** A position in pixels of space `S`, x to the right and y downwards. */
export interface Point<S extends Space> {
  readonly x: number;
  readonly y: number;
  readonly [space]?: S;
}

/** An axis-parallel box in pixels of space `S`; `x`, `y` is its top left corner. */
export interface Box<S extends Space> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly [space]?: S;
}

/** Four points in order around a quadrilateral. */
export type Quad<S extends Space> = readonly [Point<S>, Point<S>, Point<S>, Point<S>];

export type PicturePoint = Point<"Picture">;
export type PictureBox = Box<"Picture">;
export type PagePoint = Point<"Page">;
export type PageBox = Box<"Page">;
export type ScreenPoint = Point<"Screen">;
export type ScreenBox = Box<"Screen">;
