import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { changesWith } from "../../core/boolean/column.ts";
import { tableFromRows } from "../../core/boolean/truth-table.ts";
import { boxAround } from "../../core/geometry/boxes.ts";
import type { PagePoint } from "../../core/geometry/coordinates.ts";
import { openPage } from "../../core/opening/open-file.ts";
import { readDrawing } from "../../core/opening/read-drawing.ts";
import { openPageReader, type PageReader, type SeenPage } from "../../core/read-page.ts";
import type { ReadOutput } from "../../core/reading/page-reading.ts";
import { isGateClass } from "../../core/rules/gates.ts";
import { withBoxedGates } from "../../core/testdata/drawn-pages/boxed-gates.ts";
import { letterStrokes } from "../../core/testdata/drawn-pages/letter-strokes.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";
import { renderPage } from "../../core/testdata/render/render-page.ts";
import { type CollectedSketch, loadDrawings, noDrawings, SKETCH_DATA, WRONG_TRUTHS } from "../sketches.ts";
import { renderedPage } from "./read-drawing.ts";
import { type DrawnTruth, scoreReading } from "./score-outputs.ts";

/** The halves of the real pictures: what may be looked at while reading is improved, and what decides. */
export const HALVES = ["seen", "deciding"] as const;

export type Half = (typeof HALVES)[number];

/** A picture that somebody took of homework, and what it shows. */
interface RealPicture {
  readonly id: string;
  readonly file: string;
  readonly kind: "hand-drawn" | "printed" | "IEC";
  readonly hand: string | null;
  readonly usable: boolean;
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
}

interface Split {
  readonly hands: readonly string[];
  readonly printed: readonly string[];
}

/** Drawings of validation drafters that are changed, of those that are read rightly as they are. */
const CHANGED = 12;

const SURE = 0.98;

const GROUNDS = { black: [0, 0, 0], green: [24, 72, 48], blue: [20, 50, 110], transparent: null } as const;

/** How homework is read that nobody drew for the project, and light ink on a dark ground, as lines of Markdown. */
export async function benchHomework({ half }: { readonly half: Half }): Promise<string[]> {
  if (!existsSync(`${SKETCH_DATA}/real/truth.json`)) return [noDrawings()];
  const reader = await openPageReader();
  const lines = [...(await realPictures(reader, half)), "", ...(await changedPages(reader))];
  await reader.close();
  return lines;
}

async function realPictures(reader: PageReader, half: Half): Promise<string[]> {
  const [all, splits] = [`${SKETCH_DATA}/real/truth.json`, "models/training/splits.json"].map((path) =>
    JSON.parse(readFileSync(path, "utf8")),
  ) as [RealPicture[], { readonly real: Readonly<Record<Half, Split>> }];
  const { hands, printed } = splits.real[half];
  const own = all.filter(({ id, hand }) => (hand === null ? printed.includes(id) : hands.includes(hand)));
  const read: (RealPicture & SeenPage & { readonly right: boolean })[] = [];
  for (const picture of own) {
    const seen = await readBytes(reader, readFileSync(`${SKETCH_DATA}/real/${picture.file}`));
    read.push({ ...picture, ...seen, right: picture.usable && isRight(seen, picture) });
  }
  const rows = (["hand-drawn", "printed", "IEC"] as const).map((kind) => {
    const usable = read.filter((each) => each.kind === kind && each.usable);
    const clear = usable.filter(({ reading }) => reading.problems.length === 0);
    const right = usable.filter((each) => each.right);
    const listed = right.map(({ reading }) => reading.problems.length).sort((a, b) => a - b);
    return [
      kind,
      usable.length,
      right.length,
      clear.filter((each) => each.right).length,
      clear.filter((each) => each.right && (each.reading.confidence ?? 0) >= SURE).length,
      clear.filter((each) => !each.right).length,
      listed[Math.floor(listed.length / 2)] ?? "–",
    ];
  });
  const found = read.filter(({ sight }) => sight.page.frame === "template").length;
  return [
    `Half \`${half}\` of the real pictures; sure: at least ${100 * SURE} %. A template was found on ${found} of ${own.length}; none has one.`,
    "",
    "| pictures | usable | right | right without a problem | and sure | wrong without a problem | problems on a right one, median |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ];
}

/** Whether the functions are those of the picture, whatever its inputs are called; outputs that are wires may be left out. */
function isRight({ reading }: SeenPage, { id, outputs }: RealPicture): boolean {
  const letters = new Map<string, string>();
  const inLetters = (expression: string) =>
    expression.replace(/[A-Za-z]\w*/g, (name) => {
      if (!letters.has(name)) letters.set(name, String.fromCharCode(65 + letters.size));
      return letters.get(name)!;
    });
  const drawn = outputs.map(({ name, expression }) => ({ name, expression: inLetters(expression) }));
  const isSame = (read: readonly ReadOutput[], wanted: typeof drawn) => {
    const truth: DrawnTruth = { id, inputs: [...letters.values()], outputs: wanted };
    return scoreReading({ ...reading, outputs: read }, truth).topology;
  };
  const isWire = ({ truth_table }: ReadOutput) => {
    const table = tableFromRows(truth_table, reading.inputs);
    return table !== null && reading.inputs.filter((_, index) => changesWith(table.column, index)).length === 1;
  };
  const gates = drawn.filter(({ expression }) => !/^\(?\w+\)?$/.test(expression));
  return (
    isSame(reading.outputs, drawn) ||
    isSame(
      reading.outputs.filter((each) => !isWire(each)),
      gates,
    )
  );
}

/** Pages that are read rightly, in white ink on other grounds, with a wire that is an output, and with gates as boxes. */
async function changedPages(reader: PageReader): Promise<string[]> {
  const drawings = (loadDrawings("validation") ?? []).filter(
    ({ truth }) => truth.usable && truth.labelled !== false && !WRONG_TRUTHS.has(truth.id),
  );
  const right = new Map<string, number>();
  let count = 0;
  for (const drawing of drawings) {
    const { bytes } = await renderedPage(drawing, { style: "clean", rendering: 0 });
    const isRead = async (page: Uint8Array, truth: DrawnTruth) =>
      scoreReading((await readBytes(reader, page)).reading, truth).strict;
    const further = withPassingWire(drawing);
    if (further === null || !(await isRead(bytes, drawing.truth))) continue;
    const pages = Object.entries(GROUNDS).map(async ([ground, colour]) => {
      return [`white on ${ground}`, await isRead(await inverted(bytes, colour), drawing.truth)] as const;
    });
    const { bytes: wired } = await renderPage(further.sketch, "clean", 0);
    const passing = ["an output that is a wire", await isRead(wired, further.truth)] as const;
    const { bytes: boxed } = await renderPage(withBoxedGates(drawing.sketch), "clean", 0);
    const boxes = ["gates as IEC boxes", await isRead(boxed, drawing.truth)] as const;
    for (const [change, isRight] of [...(await Promise.all(pages)), passing, boxes]) {
      right.set(change, (right.get(change) ?? 0) + Number(isRight));
    }
    if (++count === CHANGED) break;
  }
  return [
    `Of ${count} clean pages of validation drafters that are read rightly, changed:`,
    "",
    "| change | right |",
    "| --- | --- |",
    ...[...right].map(([change, pages]) => `| ${change} | ${pages} |`),
  ];
}

/** The drawing with a further input, whose wire runs below all gates to a further output; null if all letters are taken. */
function withPassingWire({ sketch, truth }: CollectedSketch): Pick<CollectedSketch, "sketch" | "truth"> | null {
  const taken = [...truth.inputs, ...truth.outputs.map(({ name }) => name)];
  const [input, output] = ["ABCDEFG", "ZYS"].map((letters) => [...letters].find((letter) => !taken.includes(letter)));
  const heights = sketch.shapes.filter(({ label }) => isGateClass(label)).map(({ box }) => box[3] - box[1]);
  if (!input || !output || heights.length === 0) return null;
  const unit = heights.sort((a, b) => a - b)[Math.floor(heights.length / 2)]!;
  const around = boxAround(sketch.strokes.flat().map(([x, y]): PagePoint => ({ x, y }) as PagePoint));
  const [left, right, y] = [around.x, around.x + around.width, around.y + around.height + 0.8 * unit];
  const random = seededRandom(sketch.id);
  const letter = (text: string, x: number) => letterStrokes(random, text, { at: [x, y], height: 0.36 * unit });
  const wire = Array.from({ length: 41 }, (_, step): [number, number] => {
    return [left + 0.5 * unit + ((right - left - 0.5 * unit) * step) / 40, y + 0.012 * unit * random.normal()];
  });
  const strokes = [...sketch.strokes, ...letter(input, left), wire, ...letter(output, right + 0.2 * unit)];
  const size = [Math.max(sketch.size[0], right + unit), Math.max(sketch.size[1], y + unit)] as const;
  return {
    sketch: { ...sketch, strokes, size },
    truth: {
      ...truth,
      inputs: [...truth.inputs, input],
      outputs: [...truth.outputs, { name: output, expression: input }],
    },
  };
}

/** A page in black on white as white ink on a colour, or on nothing. */
async function inverted(bytes: Uint8Array, colour: readonly number[] | null): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "white" })
    .greyscale()
    .negate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = colour ? 3 : 4;
  const pixels = new Uint8Array(width * height * channels);
  for (const [at, ink] of data.entries()) {
    pixels.set(
      colour ? colour.map((ground) => ground + ((255 - ground) * ink) / 255) : [255, 255, 255, ink],
      at * channels,
    );
  }
  const picture = sharp(pixels, { raw: { width, height, channels } });
  return colour ? picture.jpeg().toBuffer() : picture.png().toBuffer();
}

async function readBytes(reader: PageReader, bytes: Uint8Array): Promise<SeenPage> {
  const opened = await openPage(bytes, { page: 1 });
  if (!opened.ok) throw new Error(opened.failure.message);
  return readDrawing(opened.image, { reader, turn: 0 });
}
