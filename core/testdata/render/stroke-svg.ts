import type { PicturePoint } from "../../geometry/coordinates.ts";
import type { Stroke } from "./sketch.ts";

/** Where a point of a sketch lies in a picture. */
export type Carry = (x: number, y: number) => PicturePoint;

/** Pen strokes as SVG, `pen` pixels wide. */
export function strokeSvg(
  strokes: readonly Stroke[],
  { carry, pen, color }: { carry: Carry; pen: number; color: string },
): string {
  const paths = strokes.map((stroke) => {
    const points = stroke.map(([x, y]) => carry(x, y));
    const [first, ...rest] = points;
    if (first === undefined) return "";
    const tail =
      rest.length === 0
        ? `L${first.x + 0.1} ${first.y}`
        : rest.map((p) => `L${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join("");
    return `<path d="M${first.x.toFixed(2)} ${first.y.toFixed(2)}${tail}"/>`;
  });
  return `<g fill="none" stroke="${color}" stroke-width="${pen}" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g>`;
}

/** An SVG picture of `width` x `height` pixels. */
export function svgPage(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
}
