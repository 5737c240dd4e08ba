import type { PagePoint, PicturePoint } from "../../geometry/coordinates.ts";

/**
 * A person's correction of a page's wires, tied to places of the drawing. It is applied to the traced lines before
 * anything is decided about what connects, so it also holds for later readings.
 */
export type WireCorrection<Point = PicturePoint> =
  /** Two ends of wires, or an end and a wire, are connected. */
  | { readonly kind: "join"; readonly from: Point; readonly to: Point }
  /** A wire is interrupted here. */
  | { readonly kind: "cut"; readonly at: Point }
  /** Lines within an eraser's reach along a way are no wires. */
  | { readonly kind: "erase"; readonly points: readonly Point[] }
  /** Lines that meet here cross without a connection, or are connected. */
  | { readonly kind: "meeting"; readonly at: Point; readonly as: "crosses" | "joins" }
  /** A wire that is missing; it is connected to what its ends touch. */
  | { readonly kind: "draw"; readonly points: readonly Point[] }
  /** The end of a wire goes to a gate's pin. */
  | { readonly kind: "attach"; readonly end: Point; readonly pin: Point; readonly role: "input" | "output" }
  /** A gate's input has an inversion circle, or has none. */
  | { readonly kind: "invert"; readonly pin: Point; readonly inverted: boolean }
  /** What was left aside between these corners belongs to the drawing. */
  | { readonly kind: "include"; readonly from: Point; readonly to: Point }
  /** The drawing really has a problem of this code, here or on the whole page: it was read as drawn. */
  | { readonly kind: "accept"; readonly code: string; readonly at: Point | null };

export type PageWireCorrection = WireCorrection<PagePoint>;

/** A way that a person pulled has at most this many points. */
export const MOST_WAY_POINTS = 200;

/** A correction with each of its places as `move` gives it. */
export function mapPlaces<From, To>(correction: WireCorrection<From>, move: (point: From) => To): WireCorrection<To> {
  switch (correction.kind) {
    case "join":
    case "include":
      return { ...correction, from: move(correction.from), to: move(correction.to) };
    case "cut":
    case "meeting":
      return { ...correction, at: move(correction.at) };
    case "erase":
    case "draw":
      return { ...correction, points: correction.points.map(move) };
    case "attach":
      return { ...correction, end: move(correction.end), pin: move(correction.pin) };
    case "invert":
      return { ...correction, pin: move(correction.pin) };
    case "accept":
      return { ...correction, at: correction.at && move(correction.at) };
  }
}

/** The places that a correction names. */
export function placesOf<Point>(correction: WireCorrection<Point>): readonly Point[] {
  const places: Point[] = [];
  mapPlaces(correction, (point) => places.push(point));
  return places;
}
