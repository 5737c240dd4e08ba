/**
 * The points of a line, written as in SVG.
 *
 * @example
 * line("60,112 200,112"); // [[60, 112], [200, 112]]
 */
export function line(points: string): (readonly [number, number])[] {
  return points.split(" ").map((point) => {
    const [x, y] = point.split(",").map(Number);
    return [x!, y!];
  });
}

/** The same as objects. */
export function points(text: string): { x: number; y: number }[] {
  return line(text).map(([x, y]) => ({ x, y }));
}
