/** An axis-parallel rectangle on the sheet, in mm from the top left corner of the paper. */
export interface SheetBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A position on the sheet, in mm from the top left corner of the paper. */
export interface SheetPoint {
  readonly x: number;
  readonly y: number;
}

/** A4, landscape: circuits are wider than high. */
export const SHEET = { width: 297, height: 210 } as const;

/** The closed border around the drawing area; the coordinates are those of the line's centre. */
export const BORDER: SheetBox = { x: 16, y: 48, width: 265, height: 154 };

/** Width of the border's line. */
export const BORDER_LINE = 0.7;

/** How far inside the border a page is cut, so that nothing of the line remains on a curled sheet. */
export const BORDER_INSET = 1.5;

/** Spacing of the pale grid lines. */
export const GRID_STEP = 5;

/** Side of a corner mark. */
export const MARK_SIDE = 7;

/** Side of the white hole in the mark that differs: the top left one. */
export const MARK_HOLE = 3.5;

/** The centres of the corner marks next to the border: top left (the one with the hole), then clockwise. */
export const MARKS: readonly [SheetPoint, SheetPoint, SheetPoint, SheetPoint] = [
  { x: 9.5, y: 51.5 },
  { x: 287.5, y: 51.5 },
  { x: 287.5, y: 198.5 },
  { x: 9.5, y: 198.5 },
];

/** The QR code, without its quiet zone. 34 mm are 200 px at 150 DPI: 4 px per module up to `QR_MODULES`. */
export const QR: SheetBox = { x: 247, y: 7, width: 34, height: 34 };

/** Modules along the side of the largest code that is printed: version 8. */
export const QR_MODULES = 49;

/** What such a code holds at least, at level M. */
export const QR_BYTES = 152;

/** Title, class, item and the fields to fill in: left of the QR code, above the border. */
export const HEADER: SheetBox = { x: 16, y: 9, width: 220, height: 34 };
