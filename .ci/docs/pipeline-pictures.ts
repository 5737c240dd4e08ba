import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { GATE_COLOURS } from "../../core/annotate/colours.ts";
import { overlaySvg } from "../../core/annotate/overlay.ts";
import { annotatedPng, pageJpeg } from "../../core/annotate/page-picture.ts";
import { INK, type Marks } from "../../core/marks/marks.ts";
import { openPageReader } from "../../core/read-page.ts";
import { sampleImage } from "../../core/testdata/sample-pages.ts";

/** A photo of the printed template, drawn with NANDs: the project's own page. */
const PAGE = { file: "20230002_quiz[2].jpg", page: 1 };
/** Pixels of the whole page's longer side, and of the width of its parts. */
const SIDE = 1100;
const PART_WIDTH = 800;
/** How the mask is painted: paper, wire, gate, text. */
const MASK_COLOURS = [
  [255, 255, 255],
  [29, 78, 216],
  [220, 38, 38],
  [22, 163, 74],
] as const;

type Box = { readonly x: number; readonly y: number } & Size;
type Region = { readonly left: number; readonly top: number } & Size;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Writes a picture of each stage of reading one page into `folder`, for docs/pipeline.md. */
export async function writePipelinePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const image = await sampleImage(PAGE);
  const reader = await openPageReader();
  const { sight, reading } = await reader.see(image);
  await reader.close();
  const { page, marks } = sight;
  const ink = page.ink.map((value) => 255 - value);
  const inkPicture = () => sharp(ink, { raw: { width: page.width, height: page.height, channels: 1 } });
  const pale = await sharp(image.rgb, { raw: { width: image.width, height: image.height, channels: 3 } })
    .modulate({ saturation: 0.3 })
    .linear(0.35, 165)
    .png()
    .toBuffer();
  const wiresAlone = { ...reading, gates: [], problems: [], netlist: { ...reading.netlist, inputs: [], outputs: [] } };
  const wires = overlaySvg(wiresAlone, { width: image.width, height: image.height });
  const scale = image.width / image.pictureWidth;
  const drawn = [...reading.netlist.inputs, ...reading.netlist.outputs].flatMap(({ box }) => box ?? []);
  const inPicture = around(
    [...drawn, ...reading.gates].map(({ x, y, width, height }) => {
      return { x: scale * x, y: scale * y, width: scale * width, height: scale * height };
    }),
    image,
  );
  // The names next to the wires' ends are read later: the mask shows where they are.
  const onPage = around([maskBox(marks, page)], page);
  const marked = inkPicture()
    .toColourspace("srgb")
    .composite([{ input: Buffer.from(marksSvg(marks, page)) }]);
  const pictures: Record<string, Uint8Array> = {
    "1-page.jpg": await pageJpeg(image, SIDE),
    "2-ink.png": await part(inkPicture(), onPage),
    "3-marks.png": await part(marked, onPage),
    "4-mask.png": await part(maskPicture(marks, page), onPage),
    "5-wires.png": await part(sharp(pale).composite([{ input: Buffer.from(wires) }]), inPicture),
    "6-reading.png": await part(sharp(await annotatedPng(image, reading)), inPicture),
  };
  for (const [name, bytes] of Object.entries(pictures)) await writeFile(join(folder, name), bytes);
}

/** What the detector saw: gates with class and confidence, texts, and points of evidence. */
function marksSvg(marks: Marks, { width, height }: Size): string {
  const gates = marks.gates.map(({ box, gateClass, confidence }) => {
    const colour = GATE_COLOURS[gateClass];
    const words = `${gateClass} ${Math.round(100 * confidence)} %`;
    return (
      `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" stroke="${colour}" stroke-width="4"/>` +
      `<text x="${box.x}" y="${box.y - 8}" font-size="28" fill="${colour}">${words}</text>`
    );
  });
  const points = marks.points.map(
    ({ kind, at }) => `<circle cx="${at.x}" cy="${at.y}" r="11" stroke="${POINT_COLOURS[kind]}" stroke-width="4"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" ` +
    `font-family="DejaVu Sans, sans-serif" font-weight="bold">${[...gates, ...points].join("")}</svg>`
  );
}

const POINT_COLOURS = { junction: "#1d4ed8", crossing: "#a16207", bubble: "#c026d3", end: "#16a34a" } as const;

function maskPicture(marks: Marks, { width, height }: Size) {
  const rgb = new Uint8Array(3 * width * height);
  for (const [index, value] of marks.mask.entries()) rgb.set(MASK_COLOURS[value] ?? MASK_COLOURS[INK.paper], 3 * index);
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

function maskBox({ mask }: Marks, { width }: Size): Box {
  const places = [...mask.keys()].filter((index) => mask[index] !== INK.paper);
  const columns = places.map((index) => index % width);
  const rows = places.map((index) => Math.floor(index / width));
  const [left, top] = [columns, rows].map((values) => values.reduce((a, b) => Math.min(a, b)));
  const [right, bottom] = [columns, rows].map((values) => values.reduce((a, b) => Math.max(a, b)));
  return { x: left ?? 0, y: top ?? 0, width: (right ?? 0) - (left ?? 0), height: (bottom ?? 0) - (top ?? 0) };
}

/** The part of a picture that contains the boxes, with some paper around it. */
function around(boxes: readonly Box[], { width, height }: Size): Region {
  const margin = 60;
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x)) - margin));
  const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y)) - margin));
  const right = Math.min(width, Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + margin));
  const bottom = Math.min(height, Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + margin));
  return { left, top, width: right - left, height: bottom - top };
}

async function part(picture: ReturnType<typeof sharp>, region: Region): Promise<Buffer> {
  const whole = await picture.png().toBuffer();
  return sharp(whole).extract(region).resize({ width: PART_WIDTH }).png({ palette: true, colours: 64 }).toBuffer();
}
