import sharp from "sharp";
import { decodePages } from "../../scan/decode-pages.ts";
import { BORDER, HEADER, SHEET } from "../../template/layout.ts";
import { clampByte, type PhotoSettings, photograph, type SheetRaster } from "../render/photograph.ts";
import { type Random, seededRandom } from "../render/random.ts";
import { gridLines } from "../render/render-page.ts";
import type { Sketch, Stroke } from "../render/sketch.ts";
import { type Carry, strokeSvg, svgPage } from "../render/stroke-svg.ts";
import { SKETCH_UNIT } from "./draw-circuit.ts";
import { penLine, type StrokePoint, wobble } from "./hand.ts";
import { letterStrokes } from "./letter-strokes.ts";

/** What an answer is drawn on and how it gets into the computer. */
export type PaperKind = "clean" | "template-scan" | "template-photo" | "squared-scan" | "squared-photo";

export interface Answered {
  readonly sketch: Sketch;
  readonly paper: PaperKind;
  /** The empty template, as `templateRaster` gives it. */
  readonly template: SheetRaster;
  readonly studentId: string;
  /** `png` and `gif` are for `clean` only. */
  readonly format: "png" | "gif" | "jpeg";
  /** How a photo of it is taken. */
  readonly photo?: PhotoSettings;
}

/** Small files, for a repository. */
const SMALL_PHOTO: PhotoSettings = { scale: 1, noise: [1.5, 4], quality: [60, 76] };

const DPI = 150;
const MM = DPI / 25.4;
/** Kept free inside the border, in mm. */
const ROOM = 6;
const INKS = ["#16161c", "#1f2f8c", "#23252e", "#4c4c52"];

/** The picture file of an answer: always the same for the same sketch and paper. */
export async function renderAnswer(answer: Answered): Promise<Uint8Array> {
  const random = seededRandom(`${answer.sketch.id}/${answer.paper}`);
  if (answer.paper === "clean") return renderClean(answer, random);
  const isTemplate = answer.paper.startsWith("template");
  const sheet = await drawOnSheet(answer, { random, isTemplate });
  if (answer.paper.endsWith("scan")) return scan(sheet, random);
  const photo = await photograph(sheet, random, answer.photo ?? SMALL_PHOTO);
  return photo.bytes;
}

/** Black lines on white and nothing else, as from a drawing program. */
async function renderClean({ sketch, format }: Answered, random: Random): Promise<Uint8Array> {
  const margin = 20;
  const scale = Math.min(1, (1100 - 2 * margin) / sketch.size[0]);
  const carry: Carry = (x, y) => ({ x: x * scale + margin, y: y * scale + margin });
  const width = Math.round(sketch.size[0] * scale) + 2 * margin;
  const height = Math.round(sketch.size[1] * scale) + 2 * margin;
  const pen = random.range(2.4, 3.8);
  const picture = sharp(Buffer.from(svgPage(width, height, strokeSvg(sketch.strokes, { carry, pen, color: "#000" }))))
    .flatten({ background: "#fff" })
    .greyscale();
  if (format === "gif") return picture.gif({ colours: 16 }).toBuffer();
  if (format === "jpeg") return picture.jpeg({ quality: 80 }).toBuffer();
  return picture.png({ palette: true, colours: 16, compressionLevel: 9 }).toBuffer();
}

/** The drawing on an A4 sheet in landscape, gates 11 to 18 mm high if they fit. */
async function drawOnSheet(
  { sketch, template, studentId }: Answered,
  { random, isTemplate }: { random: Random; isTemplate: boolean },
): Promise<SheetRaster> {
  const width = Math.round(SHEET.width * MM);
  const height = Math.round(SHEET.height * MM);
  const area = isTemplate ? BORDER : { x: 6, y: 6, width: SHEET.width - 12, height: SHEET.height - 12 };
  const room = { width: (area.width - 2 * ROOM) * MM, height: (area.height - 2 * ROOM) * MM };
  const wanted = (random.range(11, 18) * MM) / SKETCH_UNIT;
  const scale = Math.min(wanted, room.width / sketch.size[0], room.height / sketch.size[1]);
  const left = (area.x + ROOM) * MM + random.range(0.1, 0.9) * (room.width - sketch.size[0] * scale);
  const top = (area.y + ROOM) * MM + random.range(0.1, 0.9) * (room.height - sketch.size[1] * scale);
  const carry: Carry = (x, y) => ({ x: x * scale + left, y: y * scale + top });
  const pen = random.range(0.3, 0.7) * MM;
  const color = INKS[Math.floor(random.next() * INKS.length)]!;
  const onPaper: Carry = (x, y) => ({ x: x * MM, y: y * MM });
  const fields = isTemplate ? strokeSvg(fillFields(random, studentId), { carry: onPaper, pen, color }) : "";
  const drawing = strokeSvg(sketch.strokes, { carry, pen, color }) + fields;
  const paper = isTemplate
    ? sharp(template.rgb, { raw: { width, height, channels: 3 } })
    : sharp(Buffer.from(svgPage(width, height, gridLines(width, height)))).flatten({ background: "#f4f3ee" });
  const rgb = await paper
    .composite([{ input: Buffer.from(svgPage(width, height, drawing)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, rgb };
}

/** The first page of a template's PDF at 150 DPI. */
export async function templateRaster(pdf: Uint8Array): Promise<SheetRaster> {
  const file = await decodePages(pdf, { longSide: Math.round(SHEET.width * MM) });
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("The template has no page");
}

/** The student's ID and a signature in the template's header, in mm. */
function fillFields(random: Random, studentId: string): Stroke[] {
  const line = HEADER.y + 24;
  const digits = letterStrokes(random, studentId, { at: [HEADER.x + 122 + 24, line - 2.8], height: 4 });
  const loops = Array.from({ length: 18 }, (_, k): StrokePoint => {
    return [HEADER.x + 26 + 2.2 * k, line - 2.4 + (k % 2 === 0 ? 1 : -1) * random.range(0.5, 2)];
  });
  return [...digits, wobble(random, penLine(loops, { step: 0.4, corner: 1 }), 0.3)];
}

/** A sheet that lay a little turned on the glass. */
async function scan({ width, height, rgb }: SheetRaster, random: Random): Promise<Uint8Array> {
  const angle = (random.range(-1.5, 1.5) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .affine([cos, -sin, sin, cos], { background: "#f6f6f6", interpolator: "bilinear" })
    .blur(0.6)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = turned;
  const noise = random.range(0.8, 2);
  // A prime number of values: no pattern shows.
  const grains = Array.from({ length: 65_537 }, () => noise * random.normal());
  for (let i = 0; i < data.length; i++) data[i] = clampByte(data[i]! * 0.985 + grains[i % grains.length]!);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left: (info.width - width) >> 1, top: (info.height - height) >> 1, width, height })
    .jpeg({ quality: 74 })
    .toBuffer();
}
