import sharp from "sharp";
import { boxAround } from "../../core/geometry/boxes.ts";
import type { PicturePoint } from "../../core/geometry/coordinates.ts";
import { fitHomography, type Quad } from "../../core/geometry/fit-homography.ts";
import { applyHomography } from "../../core/geometry/homography.ts";
import { quadOfSize } from "../../core/geometry/quads.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { BORDER, SHEET } from "../../core/template/layout.ts";
import type { SheetRaster } from "../../core/testdata/render/photograph.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";
import type { Sketch } from "../../core/testdata/render/sketch.ts";
import { type Carry, strokeSvg } from "../../core/testdata/render/stroke-svg.ts";
import { inkedSheet } from "./inked-sheet.ts";

/** Whose sheet it is; without a student it is the task's common template. */
export interface Owner {
  readonly item: number;
  readonly studentId?: string;
}

/** Where a sheet's corners are in a picture: its top left one, then clockwise. */
type Corners = Quad<"Picture">;

/** Two sheets in one picture. Of sheets that overlap, the second is on top. */
export interface Scene {
  readonly kind: "turned" | "desk" | "neighbour";
  readonly width: number;
  readonly height: number;
  readonly corners: readonly [Corners, Corners];
  /** Grey. */
  readonly table: number;
}

export const TASK_ID = "bench-sheets";

const MM = 150 / 25.4;
/** Free inside the border, in mm. */
const ROOM = 8;

/** A sheet at 150 DPI with its drawing. */
export async function drawnSheet(sketch: Sketch, owner: Owner): Promise<SheetRaster> {
  const { studentId } = owner;
  const random = seededRandom(`sheet ${sketch.id}`);
  const room = { width: (BORDER.width - 2 * ROOM) * MM, height: (BORDER.height - 2 * ROOM) * MM };
  const gate = sketch.shapes.map(({ box }) => box[3] - box[1]).sort((a, b) => a - b)[sketch.shapes.length >> 1]!;
  const scale = Math.min((16 * MM) / gate, room.width / sketch.size[0], room.height / sketch.size[1]);
  const left = (BORDER.x + ROOM) * MM + random.next() * (room.width - sketch.size[0] * scale);
  const top = (BORDER.y + ROOM) * MM + random.next() * (room.height - sketch.size[1] * scale);
  const carry: Carry = (x, y) => ({ x: x * scale + left, y: y * scale + top });
  const drawing = strokeSvg(sketch.strokes, { carry, pen: random.range(0.4, 0.7) * MM, color: "#1f2f8c" });
  const student = studentId === undefined ? {} : { student: { studentId, name: "Ana Cruz" } };
  return inkedSheet(drawing, { content: { taskId: TASK_ID, ...owner }, ...student });
}

/** 28 turns of two sheets on a page, 12 desks with perspective, and 12 pictures with a neighbour's sheet. */
export function sheetScenes(): Scene[] {
  const turns = [0, 1, -1, 2, -2, 3, -3, 5, -5, 8, -8, 90, 180, 270].flatMap((angle) => [angle, angle + 10]);
  const desks = Array.from({ length: 12 }, (_, index) => desk(index));
  const neighbours = Array.from({ length: 12 }, (_, index) => desk(index, "neighbour"));
  return [...turns.map(turnedPage), ...desks, ...neighbours];
}

/** Two sheets on a page of 200 DPI, as a printer puts them there, turned on the glass. */
function turnedPage(degrees: number): Scene {
  const width = 1555;
  const sheet = { width, height: (width * SHEET.height) / SHEET.width };
  const at = (down: number): Corners => {
    const corners = quadOfSize<"Picture">(sheet).map(({ x, y }) => ({ x: x - sheet.width / 2, y: y + down }));
    return corners.map((corner) => turned(corner, degrees)) as unknown as Corners;
  };
  return fitted({ kind: "turned", corners: [at(-sheet.height - 5), at(5)], table: 250 });
}

/** Sheets next to each other as a phone sees them; every other pair overlaps at a corner, each in both orders. */
function desk(index: number, kind: "desk" | "neighbour" = "desk"): Scene {
  const random = seededRandom(`${kind} ${index >> 1}`);
  const sheet = { width: 1400, height: (1400 * SHEET.height) / SHEET.width };
  const isOverlapping = index % 4 > 1;
  const gap = isOverlapping ? -14 * (sheet.width / SHEET.width) : random.range(20, 80);
  const aside = isOverlapping ? sheet.width - 14 * (sheet.width / SHEET.width) : random.range(-300, 300);
  const lean = random.range(-6, 6);
  const tilt = random.range(-0.00006, 0.00006);
  const quad = (left: number, top: number, degrees: number): Corners => {
    const corners = quadOfSize<"Picture">(sheet).map((corner) => {
      const { x, y } = turned({ x: corner.x - sheet.width / 2, y: corner.y - sheet.height / 2 }, degrees);
      const [u, v] = [x + left, y + top];
      const depth = 1 + tilt * u + 0.00008 * v;
      return { x: u / depth, y: v / depth };
    });
    return corners as unknown as Corners;
  };
  const first = quad(0, 0, lean);
  const second = quad(aside, sheet.height + gap, lean + (isOverlapping ? 0 : random.range(-8, 8)));
  const corners = index % 2 === 0 ? ([first, second] as const) : ([second, first] as const);
  return fitted({ kind, corners, table: 95 });
}

function turned({ x, y }: PicturePoint, degrees: number): PicturePoint {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

/** The scene moved into a picture that holds both sheets with some room. */
function fitted(scene: Pick<Scene, "kind" | "corners" | "table">): Scene {
  const box = boxAround(scene.corners.flat());
  const move = ({ x, y }: PicturePoint) => ({ x: x - box.x + 40, y: y - box.y + 40 });
  const corners = scene.corners.map((each) => each.map(move)) as unknown as Scene["corners"];
  return { ...scene, corners, width: Math.ceil(box.width + 80), height: Math.ceil(box.height + 80) };
}

/** The picture of a scene as a JPEG; a null for a sheet that is not there. */
export async function takePicture(scene: Scene, sheets: readonly (SheetRaster | null)[]): Promise<Buffer> {
  const { width, height, table } = scene;
  const rgb = Buffer.alloc(width * height * 3, table);
  for (const [index, sheet] of sheets.entries()) if (sheet !== null) lay(rgb, sheet, { scene, index });
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: 85 })
    .toBuffer();
}

function lay(
  rgb: Buffer,
  sheet: SheetRaster,
  { scene: { width, height, corners }, index }: { scene: Scene; index: number },
): void {
  const quad = corners[index]!;
  const onSheet = quadOfSize<"Page">(sheet);
  const toSheet = fitHomography({ space: "Picture", quad }, { space: "Page", quad: onSheet })!;
  const box = boxAround(quad);
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x++) {
      const at = applyHomography(toSheet, { x, y });
      if (!(at.x >= 0 && at.y >= 0 && at.x < sheet.width - 1 && at.y < sheet.height - 1)) continue;
      blend(rgb, 3 * (y * width + x), { sheet, at });
    }
  }
}

function blend(rgb: Buffer, to: number, { sheet, at }: { sheet: SheetRaster; at: { x: number; y: number } }): void {
  const [left, top] = [Math.floor(at.x), Math.floor(at.y)];
  const [fx, fy] = [at.x - left, at.y - top];
  for (let c = 0; c < 3; c++) {
    const from = 3 * (top * sheet.width + left) + c;
    const below = from + 3 * sheet.width;
    const upper = sheet.rgb[from]! * (1 - fx) + sheet.rgb[from + 3]! * fx;
    const lower = sheet.rgb[below]! * (1 - fx) + sheet.rgb[below + 3]! * fx;
    rgb[to + c] = upper * (1 - fy) + lower * fy;
  }
}

/** The sheet alone as a page of its own. */
export function aloneImage({ width, height, rgb }: SheetRaster): PageImage {
  return { width, height, rgb: Uint8Array.from(rgb), pictureWidth: width, pictureHeight: height };
}
