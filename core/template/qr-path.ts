/** A QR code as `qrcode` makes it: one byte for each module, 0 for a light one. */
interface Modules {
  readonly size: number;
  readonly data: Uint8Array;
}

/**
 * The dark modules of a QR code as the path of an SVG of `size` × `size`, a module being 1 × 1.
 *
 * @example
 * qrPath({ size: 2, data: new Uint8Array([1, 0, 0, 1]) }); // "M0 0h1v1h-1zM1 1h1v1h-1z"
 */
export function qrPath({ size, data }: Modules): string {
  const dark = [...data.keys()].filter((index) => data[index] !== 0);
  return dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join("");
}
