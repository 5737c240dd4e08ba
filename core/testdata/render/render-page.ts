import sharp from "sharp";
import { boxAround } from "../../geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../geometry/coordinates.ts";
import { applyHomography } from "../../geometry/homography.ts";
import { isGateClass } from "../../rules/gates.ts";
import { clampByte, photograph } from "./photograph.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Sketch } from "./sketch.ts";
import { type Carry, strokeSvg, svgPage } from "./stroke-svg.ts";

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
  /** The strokes of each labelled wire in pixels of this picture. */
  readonly wires: readonly (readonly (readonly PicturePoint[])[])[];
}

const MM = 150 / 25.4;

/** The page that `sketch` makes in `style`: always the same for the same drawing, style and `rendering` (from 0). */
export async function renderPage(sketch: Sketch, style: PageStyle, rendering = 0): Promise<RenderedPage> {
  const random = seededRandom([sketch.id, style, ...(rendering === 0 ? [] : [rendering])].join("/"));
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
  const svg = svgPage(width, height, strokeSvg(sketch.strokes, { carry, pen, color: "#000" }));
  const bytes = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).png().toBuffer();
  return { bytes, width, height, ...drawnParts(sketch, carry) };
}

/** The drawing laid on an A4 sheet at 150 DPI: gates 11 to 18 mm high if they fit. */
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
  const body = `<g transform="rotate(${(angle * 180) / Math.PI} ${width / 2} ${height / 2})">${grid}</g>${strokeSvg(sketch.strokes, { carry: turned, pen, color })}`;
  const raw = await sharp(Buffer.from(svgPage(width, height, body)))
    .flatten({ background: "#fbfbf8" })
    .blur(0.6)
    .raw()
    .toBuffer();
  for (let i = 0; i < raw.length; i++) raw[i] = clampByte(raw[i]! + random.normal() * 3);
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return { bytes, width, height, ...drawnParts(sketch, turned) };
}

async function renderPhoto(sketch: Sketch, random: Random): Promise<RenderedPage> {
  const sheet = sheetOf(sketch, random);
  const rgb = await sharp(
    Buffer.from(svgPage(sheet.width, sheet.height, sheet.grid + strokeSvg(sketch.strokes, sheet))),
  )
    .flatten({ background: "#f4f3ee" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { bytes, width, height, toPhoto } = await photograph({ width: sheet.width, height: sheet.height, rgb }, random);
  const carry: Carry = (x, y) => applyHomography(toPhoto, sheet.carry(x, y));
  return { bytes, width, height, ...drawnParts(sketch, carry) };
}

function gateHeight(sketch: Sketch): number {
  const heights = sketch.shapes
    .filter((s) => isGateClass(s.label))
    .map((s) => s.box[3] - s.box[1])
    .sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? sketch.size[1] / 4;
}

/** Lines every 5 mm, at 150 DPI. */
export function gridLines(width: number, height: number): string {
  const lines: string[] = [];
  for (let x = 5 * MM; x < width; x += 5 * MM) lines.push(`<path d="M${x} 0V${height}"/>`);
  for (let y = 5 * MM; y < height; y += 5 * MM) lines.push(`<path d="M0 ${y}H${width}"/>`);
  return `<g stroke="#d3e4f0" stroke-width="1.2">${lines.join("")}</g>`;
}

function drawnParts(sketch: Sketch, carry: Carry): Pick<RenderedPage, "gates" | "wires"> {
  const strokesOf = ({ strokes }: Sketch["shapes"][number]) =>
    strokes.map((index) => (sketch.strokes[index] ?? []).map(([x, y]) => carry(x, y)));
  const gates = sketch.shapes.filter(({ label }) => isGateClass(label));
  const wires = sketch.shapes.filter(({ label }) => label === "WIRE");
  return {
    gates: gates.map((shape) => ({ label: shape.label, box: boxAround(strokesOf(shape).flat()) })),
    wires: wires.map((shape) => strokesOf(shape).filter((stroke) => stroke.length > 0)),
  };
}

function turn(p: PicturePoint, { angle, cx, cy }: { angle: number; cx: number; cy: number }): PicturePoint {
  const dx = p.x - cx;
  const dy = p.y - cy;
  return { x: cx + dx * Math.cos(angle) - dy * Math.sin(angle), y: cy + dx * Math.sin(angle) + dy * Math.cos(angle) };
}
