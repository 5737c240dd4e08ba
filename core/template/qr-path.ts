import qrcode from "qrcode";

/** A QR code to draw: its modules on each side, and the dark ones as the path of an SVG, a module being 1 × 1. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text, of which 15 % may be covered. */
export function qrPath(text: string): QrPath {
  const { size, data } = qrcode.create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = [...data.keys()].filter((index) => data[index] !== 0);
  return { size, path: dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join("") };
}
