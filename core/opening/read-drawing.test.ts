import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { openPageReader } from "../read-page.ts";
import type { ItemNames } from "../rules/tasks/item-names.ts";
import { decodePages } from "../scan/decode-pages.ts";
import { SHEET } from "../template/layout.ts";
import { formatQrText } from "../template/qr-text.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { placeTerminals } from "../template/terminals.ts";
import { templateRaster } from "../testdata/drawn-pages/render-answer.ts";
import { readDrawing } from "./read-drawing.ts";
import { readHeader } from "./read-header.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

const LETTERS: ItemNames = { inputs: ["A", "B", "C", "D", "E", "F", "G"], outputs: ["OUT 1", "OUT 2"] };

/** An AND gate in the middle of a sheet, in mm, whose wires end at the heights `inputs` and `output` next to the border. */
async function drawnPage(
  printed: ItemNames | undefined,
  {
    inputs,
    output,
    short = 0,
  }: { readonly inputs: readonly [number, number]; readonly output: number; readonly short?: number },
) {
  const content = { taskId: "t1", item: 1, ...(printed && { terminals: printed }) };
  const qrText = formatQrText(content, { origin: "https://x.example", secret: "x" });
  const { width, height, rgb } = await templateRaster(
    await renderTemplate({ title: "Quiz", className: null, items: [{ item: 1, qrText }] }),
  );
  const [upper, lower] = inputs;
  const wires = `M${17 + short} ${upper}H90V120H130M${17 + short} ${lower}H100V128H130M159 124H200V${output}H${280 - short}`;
  const path = `${wires}M130 114V134H145A14 10 0 0 0 145 114Z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${SHEET.width} ${SHEET.height}"><path d="${path}" fill="none" stroke="#224" stroke-width="0.6"/></svg>`;
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    return readDrawing(page.image, { reader, ...(await readHeader(page.image)) });
  }
  throw new Error("The file has no page");
}

function heightOf(name: string, terminals = LETTERS): number {
  return placeTerminals(terminals).find((terminal) => terminal.name === name)!.at.y;
}

it("takes the names of the terminals at which wires end, and no others", async () => {
  const ends = { inputs: [heightOf("C"), heightOf("F")], output: heightOf("OUT 2") } as const;
  const { reading, sight } = await drawnPage(LETTERS, ends);
  expect(reading.inputs).toEqual(["C", "F"]);
  expect(reading.outputs).toMatchObject([{ name: "OUT 2", expression: "C & F" }]);
  expect(reading.problems).toEqual([]);
  expect(reading.confidence).toBeGreaterThan(0.9);
  // Also when it is read again.
  const again = await reader.conclude(sight, { predictions: reading.predictions, removed: [] });
  expect(again.inputs).toEqual(["C", "F"]);
});

it("takes them from wires that end a little before the border", async () => {
  const ends = { inputs: [heightOf("C"), heightOf("F")], output: heightOf("OUT 1"), short: 4 } as const;
  const { reading } = await drawnPage(LETTERS, ends);
  expect([reading.inputs, reading.outputs.map(({ name }) => name)]).toEqual([["C", "F"], ["OUT 1"]]);
});

it("does not guess between two terminals", async () => {
  const between = (heightOf("C") + heightOf("D")) / 2;
  const { reading } = await drawnPage(LETTERS, { inputs: [heightOf("A"), between], output: heightOf("OUT 1") });
  expect(reading.netlist.inputs.map(({ unnamed = false }) => unnamed)).toEqual([false, true]);
  expect(reading.problems.map(({ code }) => code)).toEqual(["unlettered-input"]);
});

it("takes an item's own names", async () => {
  const own: ItemNames = { inputs: ["Sel", "D0", "D1"], outputs: ["Y"] };
  const ends = { inputs: [heightOf("Sel", own), heightOf("D1", own)], output: heightOf("Y", own) } as const;
  const { reading } = await drawnPage(own, ends);
  expect(reading.outputs).toMatchObject([{ name: "Y", expression: "Sel & D1" }]);
});

it("names nothing by place on a sheet without terminals", async () => {
  const ends = { inputs: [heightOf("C"), heightOf("F")], output: heightOf("OUT 2") } as const;
  const { reading } = await drawnPage(undefined, ends);
  expect([reading.inputs, reading.outputs.map(({ name }) => name)]).toEqual([["A", "B"], ["OUT 1"]]);
});
