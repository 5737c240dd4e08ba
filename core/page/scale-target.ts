import type { Point, Quad, Space } from "../geometry/coordinates.ts";
import type { Homography } from "../geometry/homography.ts";
import type { PageImage } from "../scan/page-image.ts";

/** `h` into a target space whose pixels are `scaleX` and `scaleY` times as fine. */
export function scaleTarget<A extends Space, B extends Space>(
  h: Homography<A, B>,
  scaleX: number,
  scaleY: number,
): Homography<A, B> {
  const [a, b, c, d, e, f, g, i, j] = h.m;
  return { ...h, m: [a * scaleX, b * scaleX, c * scaleX, d * scaleY, e * scaleY, f * scaleY, g, i, j] };
}

/** The same corners in pixels that are `scale` times as fine. */
export function scaleQuad<S extends Space>([a, b, c, d]: Quad<S>, scale: { x: number; y: number }): Quad<S> {
  const scaled = (p: Point<S>): Point<S> => ({ x: p.x * scale.x, y: p.y * scale.y });
  return [scaled(a), scaled(b), scaled(c), scaled(d)];
}

/** `h` into pixels of the original picture instead of `image`'s. */
export function inPicture<A extends Space>(h: Homography<A, "Picture">, image: PageImage): Homography<A, "Picture"> {
  return scaleTarget(h, image.pictureWidth / image.width, image.pictureHeight / image.height);
}
