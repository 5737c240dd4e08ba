import { fileURLToPath } from "node:url";
import sharp, { type OverlayOptions } from "sharp";
import { GATE_CLASSES } from "../../core/rules/gates.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { gateStrokes } from "../../core/testdata/drawn-pages/gate-strokes.ts";
import type { HandLine, StrokePoint } from "../../core/testdata/drawn-pages/hand.ts";
import { handOf } from "../../core/testdata/drawn-pages/hand.ts";
import { letterStrokes } from "../../core/testdata/drawn-pages/letter-strokes.ts";
import { pick, type Random } from "../../core/testdata/render/random.ts";
import { strokeSvg, svgPage } from "../../core/testdata/render/stroke-svg.ts";

/** What covers a page without being a circuit. */
export const PATTERNS = [
  "ruled",
  "squared",
  "hatched",
  "dotted",
  "dashed",
  "bricks",
  "maze",
  "slashes",
  "rings",
  "waves",
  "scribble",
  "comb",
  "letters",
  "gates",
  "printed",
] as const;

export type Pattern = (typeof PATTERNS)[number];

/** A page full of one pattern, in pixels. */
export interface DensePage {
  readonly pattern: Pattern;
  readonly width: number;
  readonly height: number;
  /** Between two lines, dots, letters. */
  readonly pitch: number;
  readonly pen: number;
  /** Above it the page is empty. */
  readonly top: number;
  readonly color: string;
  /** Gates drawn over the pattern. */
  readonly gates: number;
  /** The pattern is on a template's sheet. */
  readonly onTemplate: boolean;
}

/** Page sizes: a phone's photo, a scan at 200 dpi, a small picture. */
const SIZES = [
  [2400, 3200],
  [3200, 2400],
  [1654, 2339],
  [1200, 1600],
] as const;

/** A page of any pattern, pitch and size. */
export function anyDensePage(random: Random): DensePage {
  const pattern = pick(PATTERNS, random);
  const [width, height] = pick(SIZES, random);
  // Small pitches are the difficult ones.
  const pitch = 4 * 24 ** (random.next() ** 1.3);
  const pen = Math.max(1.2, Math.min(random.range(0.1, 0.35) * pitch, 9));
  // A page that is inked all over is not read as a page, so most patterns begin further down.
  const top = random.next() < 0.2 ? 0 : random.range(0.2, 0.8) * height;
  const color = random.next() < 0.7 ? "#000" : pick(["#1b3fae", "#8a8a8a", "#c02020"], random);
  const gates = random.next() < 0.3 ? 12 : 0;
  return { pattern, width, height, pitch, pen, top, color, gates, onTemplate: random.next() < 0.3 };
}

/** The page as a PNG. */
export async function drawDensePage(page: DensePage, random: Random): Promise<Buffer> {
  const { width, height, pen, color, pattern, onTemplate } = page;
  const paper = sharp({ create: { width, height, channels: 3, background: "#fff" } });
  const layers: OverlayOptions[] = onTemplate ? [{ input: await templateSheet(page) }] : [];
  layers.push({ input: Buffer.from(svgOf(page, random)), left: 0, top: 0 });
  if (pattern === "printed") layers.push({ input: await printed(page, random), left: 0, top: Math.round(page.top) });
  return paper.composite(layers).removeAlpha().png({ compressionLevel: 1 }).toBuffer();

  function svgOf(...[{ gates }]: [DensePage, Random]): string {
    const over = Array.from({ length: gates }, () => gateAt(page, random, anyPlace(page, random))).flat();
    const strokes = pattern === "printed" ? over : [...DRAWN[pattern](page, random), ...over];
    return svgPage(width, height, strokeSvg(strokes, { carry: (x, y) => ({ x, y }), pen, color }));
  }
}

type Drawing = (page: DensePage, random: Random) => HandLine[];

const DRAWN: Record<Exclude<Pattern, "printed">, Drawing> = {
  ruled: (page, random) => parallels(page, pick([0, Math.PI / 2, random.range(-0.1, 0.1)], random)),
  squared: (page, random) => {
    const turn = pick([0, random.range(0, 0.8)], random);
    return [...parallels(page, turn), ...parallels(page, turn + Math.PI / 2)];
  },
  hatched: (page, random) => {
    const turns = pick([1, 2, 3], random);
    return Array.from({ length: turns }, () => parallels(page, random.range(0, Math.PI))).flat();
  },
  dotted: (page) => cells(page).map(([x, y]) => [[x, y]]),
  dashed: (page, random) => {
    const part = random.range(0.3, 0.95);
    return cells(page).map(([x, y]) => [
      [x, y],
      [x + part * page.pitch, y],
    ]);
  },
  bricks: (page) => {
    const upright = cells(page).map(([x, y], k): HandLine => {
      const shift = Math.round(y / page.pitch) % 2 === 0 ? 0 : page.pitch;
      return k % 2 === 0
        ? [
            [x + shift, y],
            [x + shift, y + page.pitch],
          ]
        : [];
    });
    return [...parallels(page, 0), ...upright];
  },
  maze: (page, random) =>
    cells(page).map(([x, y]) =>
      random.next() < 0.5
        ? [
            [x, y],
            [x + page.pitch, y],
          ]
        : [
            [x, y],
            [x, y + page.pitch],
          ],
    ),
  slashes: ({ pitch, ...page }, random) =>
    cells({ pitch, ...page }).map(([x, y]) =>
      random.next() < 0.5
        ? [
            [x, y],
            [x + pitch, y + pitch],
          ]
        : [
            [x + pitch, y],
            [x, y + pitch],
          ],
    ),
  rings: ({ width, height, top, pitch }) => {
    const middle: StrokePoint = [width / 2, (height + top) / 2];
    const count = Math.floor(Math.min(width, height - top) / 2 / pitch);
    return Array.from({ length: count }, (_, k) => circle(middle, (k + 1) * pitch));
  },
  waves: ({ width, height, top, pitch }, random) => {
    const [swing, length] = [random.range(0.2, 1.5) * pitch, random.range(4, 60) * pitch];
    return rows({ height, top, pitch }).map((y) =>
      Array.from({ length: 400 }, (_, k) => {
        const x = (width * k) / 399;
        return [x, y + swing * Math.sin((2 * Math.PI * x) / length)];
      }),
    );
  },
  scribble: (page, random) => {
    const corners = Math.min(4000, Math.round((page.width * (page.height - page.top)) / (12 * page.pitch) ** 2) * 4);
    return [Array.from({ length: corners }, () => anyPlace(page, random))];
  },
  comb: ({ width, height, top, pitch }, random) => {
    const tooth = random.range(1, 8) * pitch;
    return rows({ height, top, pitch: tooth + 2 * pitch }).flatMap((y) => [
      [
        [0, y],
        [width, y],
      ] as HandLine,
      ...Array.from(
        { length: Math.floor(width / pitch) },
        (_, k): HandLine => [
          [k * pitch, y],
          [k * pitch, y + tooth],
        ],
      ),
    ]);
  },
  letters: (page, random) => {
    const height = Math.max(14, 1.6 * page.pitch);
    const page_ = { ...page, pitch: 1.4 * height };
    return cells(page_).flatMap((at) => letterStrokes(random, pick([..."ABCDEFG0123456789"], random), { at, height }));
  },
  gates: (page, random) => {
    const wide = { ...page, pitch: Math.max(40, 3 * page.pitch) };
    return cells(wide).flatMap((at) => gateAt(wide, random, at));
  },
};

const TURNED = 2;

function parallels({ width, height, top, pitch }: DensePage, turn: number): HandLine[] {
  const far = width + height;
  const along = [Math.cos(turn), Math.sin(turn)] as const;
  const lines: HandLine[] = [];
  for (let k = -Math.ceil(far / pitch / TURNED); k <= far / pitch; k++) {
    const middle = [width / 2 - along[1] * k * pitch, height / 2 + along[0] * k * pitch] as const;
    const line = cut(
      [middle[0] - far * along[0], middle[1] - far * along[1]],
      [middle[0] + far * along[0], middle[1] + far * along[1]],
      { left: 0, right: width, top, bottom: height },
    );
    if (line !== null) lines.push(line);
  }
  return lines;
}

/** The part of a line within a box (Liang and Barsky); null if there is none. */
function cut(
  [x, y]: StrokePoint,
  [u, v]: StrokePoint,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): HandLine | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [u - x, v - y];
  for (const [step, room] of [
    [-dx, x - left],
    [dx, right - x],
    [-dy, y - top],
    [dy, bottom - y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  return from >= to
    ? null
    : [
        [x + from * dx, y + from * dy],
        [x + to * dx, y + to * dy],
      ];
}

function rows({ height, top, pitch }: Pick<DensePage, "height" | "top" | "pitch">): number[] {
  return Array.from({ length: Math.floor((height - top) / pitch) }, (_, k) => top + (k + 0.5) * pitch);
}

function cells(page: DensePage): StrokePoint[] {
  const columns = Math.floor(page.width / page.pitch);
  return rows(page).flatMap((y) => Array.from({ length: columns }, (_, k): StrokePoint => [(k + 0.5) * page.pitch, y]));
}

function circle([x, y]: StrokePoint, radius: number): HandLine {
  return Array.from({ length: 121 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 120;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function anyPlace({ width, height, top }: DensePage, random: Random): StrokePoint {
  return [random.range(0, width), random.range(top, height)];
}

/** A gate with short wires at its pins. */
function gateAt({ pitch, width }: DensePage, random: Random, [x, y]: StrokePoint): HandLine[] {
  const size = Math.max(0.6 * pitch, width / 40);
  const { strokes, pins, tip } = gateStrokes(random, pick(GATE_CLASSES, random), {
    hand: handOf(`drafter ${Math.floor(random.range(0, 40))}`),
    inputs: 2,
  });
  const wires: HandLine[] = [
    ...pins.map(
      ([u, v]): HandLine => [
        [u - 0.3, v],
        [u, v],
      ],
    ),
    [tip, [tip[0] + 0.3, tip[1]]],
  ];
  return [...strokes, ...wires].map((line) => line.map(([u, v]): StrokePoint => [x + size * u, y + size * v]));
}

/** A template's sheet, as large as fits on the page. */
async function templateSheet({ width, height }: DensePage): Promise<Buffer> {
  const qrText = formatQrText({ taskId: "t1", item: 1 }, { origin: "https://grading.example.edu", secret: "s" });
  const pdf = await renderTemplate({ title: "Half adder", className: null, items: [{ item: 1, qrText }] });
  const file = await decodePages(pdf, { longSide: Math.max(width, height) });
  if (!file.ok) throw new Error(file.failure.message);
  for await (const sheet of file.pages) {
    if (!sheet.ok) throw new Error(sheet.failure.message);
    const { rgb, width: across, height: down } = sheet.image;
    return sharp(rgb, { raw: { width: across, height: down, channels: 3 } })
      .resize({ width, height, fit: "inside" })
      .png()
      .toBuffer();
  }
  throw new Error("The template has no page");
}

const FONT = fileURLToPath(new URL("../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf", import.meta.url));

/** Printed text in letters about as high as the pitch. */
async function printed({ width, height, top, pitch }: DensePage, random: Random): Promise<Buffer> {
  const room = { width: width - 40, height: Math.max(60, Math.floor(height - top - 40)) };
  const size = Math.max(8, pitch);
  // A word is about four times as wide as a letter is high: as many as fill the space, because sharp limits a picture's
  // height.
  const count = Math.min(6000, Math.ceil((room.width * room.height) / (4 * size ** 2)));
  const words = Array.from({ length: count }, () => {
    const length = 1 + Math.floor(random.range(0, 9));
    return Array.from({ length }, () => pick([..."ABCDEFGabcdefghijklmnopqrstuvwxyz01"], random)).join("");
  });
  const text = sharp({
    text: {
      text: words.join(" "),
      fontfile: FONT,
      font: "DejaVu Sans",
      width: room.width,
      dpi: Math.round((72 * size) / 12),
    },
    limitInputPixels: false,
  });
  const { data, info } = await text.png().toBuffer({ resolveWithObject: true });
  const part = { width: Math.min(info.width, room.width), height: Math.min(info.height, room.height) };
  return sharp(data)
    .extract({ left: 0, top: 0, ...part })
    .extend({ left: 20, top: 20, background: "#0000" })
    .png()
    .toBuffer();
}
