import sharp from "sharp";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import type { Sketch } from "../oracle/sketch.ts";
import { type Random, seededRandom } from "./random.ts";

/** How a drawing is shown to the reader; see `../shared/data/README.md`, "How it is scored". */
export const PAGE_STYLES = ["clean", "scan", "photo"] as const;

export type PageStyle = (typeof PAGE_STYLES)[number];

export interface RenderedPage {
  /** A PNG (clean) or JPEG (scan, photo) file. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The labelled gates' boxes in pixels of this picture. */
  readonly gates: readonly { readonly label: string; readonly box: PictureBox }[];
}

type Carry = (x: number, y: number) => PicturePoint;

const GATE_LABELS = new Set(["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR"]);
const MM = 150 / 25.4;

/** The page that `sketch` makes in `style`: always the same for the same drawing and style. */
export async function renderPage(sketch: Sketch, style: PageStyle): Promise<RenderedPage> {
  const random = seededRandom(`${sketch.id}/${style}`);
  if (style === "clean") return renderClean(sketch, random);
  if (style === "scan") return renderScan(sketch, random);
  return renderPhoto(sketch, random);
}

async function renderClean(sketch: Sketch, random: Random): Promise<RenderedPage> {
  const margin = 30;
  const scale = (1100 - 2 * margin) / sketch.size[0];
  const width = 1100;
  const height = Math.round(sketch.size[1] * scale) + 2 * margin;
  const carry: Carry = (x, y) => ({ x: x * scale + margin, y: y * scale + margin });
  const pen = Math.max(1.6, random.range(0.03, 0.06) * gateHeight(sketch) * scale);
  const svg = page(width, height, strokes(sketch, { carry, pen, color: "#000" }));
  const bytes = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).png().toBuffer();
  return { bytes, width, height, gates: gateBoxes(sketch, carry) };
}

/** The drawing laid on an A4 sheet at 150 DPI: gates 11 to 18 mm high where they fit. */
function sheetOf(sketch: Sketch, random: Random) {
  const landscape = sketch.size[0] > sketch.size[1];
  const width = landscape ? 1754 : 1240;
  const height = landscape ? 1240 : 1754;
  const room = 12 * MM;
  const wanted = (random.range(11, 18) * MM) / gateHeight(sketch);
  const scale = Math.min(wanted, (width - 2 * room) / sketch.size[0], (height - 2 * room) / sketch.size[1]);
  const left = random.range(room, width - room - sketch.size[0] * scale);
  const top = random.range(room, height - room - sketch.size[1] * scale);
  const pens = ["#16161c", "#1f2f8c", "#58585c"];
  const color = pens[Math.floor(random.next() * pens.length)]!;
  const pen = random.range(0.3, 0.7) * MM;
  const grid = gridLines(width, height);
  const carry: Carry = (x, y) => ({ x: x * scale + left, y: y * scale + top });
  return { width, height, carry, pen, color, grid };
}

async function renderScan(sketch: Sketch, random: Random): Promise<RenderedPage> {
  const { width, height, carry, pen, color, grid } = sheetOf(sketch, random);
  const angle = (random.range(-1.5, 1.5) * Math.PI) / 180;
  const turned: Carry = (x, y) => turn(carry(x, y), { angle, cx: width / 2, cy: height / 2 });
  const body = `<g transform="rotate(${(angle * 180) / Math.PI} ${width / 2} ${height / 2})">${grid}</g>${strokes(sketch, { carry: turned, pen, color })}`;
  const raw = await sharp(Buffer.from(page(width, height, body)))
    .flatten({ background: "#fbfbf8" })
    .blur(0.6)
    .raw()
    .toBuffer();
  for (let i = 0; i < raw.length; i++) raw[i] = clampByte(raw[i]! + random.normal() * 3);
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return { bytes, width, height, gates: gateBoxes(sketch, turned) };
}

async function renderPhoto(sketch: Sketch, random: Random): Promise<RenderedPage> {
  const sheet = sheetOf(sketch, random);
  const flat = await sharp(Buffer.from(page(sheet.width, sheet.height, sheet.grid + strokes(sketch, sheet))))
    .flatten({ background: "#f4f3ee" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const width = Math.round(sheet.width * 1.12);
  const height = Math.round(sheet.height * 1.12);
  const corner = (x: number, y: number) => ({
    x: width * (x ? 0.95 : 0.05) + random.range(-0.045, 0.045) * width,
    y: height * (y ? 0.95 : 0.05) + random.range(-0.045, 0.045) * height,
  });
  const quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  const toPhoto = squareToQuad(quad, sheet.width, sheet.height);
  const toSheet = invert(toPhoto);
  const raw = Buffer.alloc(width * height * 3);
  const table = [random.range(60, 150), random.range(50, 120), random.range(40, 100)];
  const lamp = { x: random.range(0, width), y: random.range(0, height), fall: random.range(0.25, 0.55) };
  const shadow = {
    angle: random.range(0, 6.28),
    at: random.range(0.2, 0.8),
    depth: random.range(0.08, 0.4),
    soft: random.range(8, 60),
  };
  const noise = random.range(2, 7);
  const diagonal = Math.hypot(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const s = project(toSheet, x, y);
      const light = 1.02 - lamp.fall * (Math.hypot(x - lamp.x, y - lamp.y) / diagonal);
      const across = (x * Math.cos(shadow.angle) + y * Math.sin(shadow.angle)) / diagonal;
      const edge = ((across - shadow.at + 0.5) * diagonal) / shadow.soft;
      const shade = light * (1 - shadow.depth / (1 + Math.exp(-edge)));
      const grain = random.normal() * noise;
      for (let c = 0; c < 3; c++) {
        const inside = s.x >= 0 && s.y >= 0 && s.x < sheet.width - 1 && s.y < sheet.height - 1;
        const value = inside ? sample(flat, { width: sheet.width, x: s.x, y: s.y, c }) : table[c]!;
        raw[(y * width + x) * 3 + c] = clampByte(value * shade + grain);
      }
    }
  }
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .blur(random.range(0.5, 1.3))
    .jpeg({ quality: Math.round(random.range(55, 85)) })
    .toBuffer();
  const carry: Carry = (x, y) => {
    const p = sheet.carry(x, y);
    return project(toPhoto, p.x, p.y);
  };
  return { bytes, width, height, gates: gateBoxes(sketch, carry) };
}

function gateHeight(sketch: Sketch): number {
  const heights = sketch.shapes
    .filter((s) => GATE_LABELS.has(s.label))
    .map((s) => s.box[3] - s.box[1])
    .sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? sketch.size[1] / 4;
}

function strokes(sketch: Sketch, { carry, pen, color }: { carry: Carry; pen: number; color: string }): string {
  const paths = sketch.strokes.map((stroke) => {
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

function gridLines(width: number, height: number): string {
  const lines: string[] = [];
  for (let x = 5 * MM; x < width; x += 5 * MM) lines.push(`<path d="M${x} 0V${height}"/>`);
  for (let y = 5 * MM; y < height; y += 5 * MM) lines.push(`<path d="M0 ${y}H${width}"/>`);
  return `<g stroke="#d3e4f0" stroke-width="1.2">${lines.join("")}</g>`;
}

function page(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
}

function gateBoxes(sketch: Sketch, carry: Carry): RenderedPage["gates"] {
  return sketch.shapes
    .filter((shape) => GATE_LABELS.has(shape.label))
    .map((shape) => {
      const points = shape.strokes.flatMap((i) => (sketch.strokes[i] ?? []).map(([x, y]) => carry(x, y)));
      const xs = points.map((p) => p.x);
      const ys = points.map((p) => p.y);
      const x = Math.min(...xs);
      const y = Math.min(...ys);
      return { label: shape.label, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
    });
}

function turn(p: PicturePoint, { angle, cx, cy }: { angle: number; cx: number; cy: number }): PicturePoint {
  const dx = p.x - cx;
  const dy = p.y - cy;
  return { x: cx + dx * Math.cos(angle) - dy * Math.sin(angle), y: cy + dx * Math.sin(angle) + dy * Math.cos(angle) };
}

type Matrix = readonly number[];

/** The projective map of the rectangle `width` x `height` onto four corners (Heckbert 1989). */
function squareToQuad(quad: readonly PicturePoint[], width: number, height: number): Matrix {
  const [p0, p1, p2, p3] = quad as [PicturePoint, PicturePoint, PicturePoint, PicturePoint];
  const dx1 = p1.x - p2.x;
  const dx2 = p3.x - p2.x;
  const dy1 = p1.y - p2.y;
  const dy2 = p3.y - p2.y;
  const sx = p0.x - p1.x + p2.x - p3.x;
  const sy = p0.y - p1.y + p2.y - p3.y;
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const a = p1.x - p0.x + g * p1.x;
  const b = p3.x - p0.x + h * p3.x;
  const d = p1.y - p0.y + g * p1.y;
  const e = p3.y - p0.y + h * p3.y;
  return [a / width, b / height, p0.x, d / width, e / height, p0.y, g / width, h / height, 1];
}

function invert(m: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function project(m: Matrix, x: number, y: number): PicturePoint {
  const w = m[6]! * x + m[7]! * y + m[8]!;
  return { x: (m[0]! * x + m[1]! * y + m[2]!) / w, y: (m[3]! * x + m[4]! * y + m[5]!) / w };
}

function sample(rgb: Buffer, { width, x, y, c }: { width: number; x: number; y: number; c: number }): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const at = (y0 * width + x0) * 3 + c;
  const top = rgb[at]! * (1 - fx) + rgb[at + 3]! * fx;
  const bottom = rgb[at + width * 3]! * (1 - fx) + rgb[at + width * 3 + 3]! * fx;
  return top * (1 - fy) + bottom * fy;
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}
