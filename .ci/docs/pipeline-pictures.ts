import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { pageJpeg } from "../../core/annotate/page-picture.ts";
import { stageFiles } from "../../core/annotate/stage-files.ts";
import { INK, type Marks } from "../../core/marks/marks.ts";
import { openPageReader } from "../../core/read-page.ts";
import { sampleImage } from "../../core/testdata/sample-pages.ts";

/** A photo of the printed template, drawn with NANDs: the project's own page. */
const PAGE = { file: "20230002_quiz[2].jpg", page: 1 };
/** Pixels of the whole page's longer side, and of the width of its parts. */
const SIDE = 1100;
const PART_WIDTH = 800;
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
  const seen = await reader.see(image);
  await reader.close();
  const { sight, reading } = seen;
  const { page, marks } = sight;
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
  for (const [name, file] of await stageFiles(image, seen)) {
    if (typeof file === "string") continue;
    const cut = name.startsWith("1") ? null : /^[234]/.test(name) ? onPage : inPicture;
    const picture = cut === null ? await pageJpeg(image, SIDE) : await part(file, cut);
    await writeFile(join(folder, name), picture);
  }
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

async function part(picture: Uint8Array, region: Region): Promise<Buffer> {
  return sharp(picture).extract(region).resize({ width: PART_WIDTH }).png({ palette: true, colours: 64 }).toBuffer();
}
