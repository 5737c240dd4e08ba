import sharp from "sharp";
import { expect, it } from "vitest";
import { writePdf } from "../../basics/write-pdf.ts";
import { decodePages } from "../decode-pages.ts";
import type { PageImage } from "../page-image.ts";
import { keepPages } from "./keep-pages.ts";

const SIDE = 64;
const COLOURS = ["#d00000", "#00a000", "#0000d0", "#c0c000"];

const jpegs = Promise.all(
  COLOURS.map((background) =>
    sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
      .jpeg({ quality: 100 })
      .toBuffer(),
  ),
);

/** A page for each colour, with its number as text. */
function pdf(draw: (document: PDFKit.PDFDocument, index: number) => Promise<void>): Promise<Buffer> {
  return writePdf({ size: [SIDE, SIDE], compress: false }, async (document) => {
    for (const index of COLOURS.keys()) await draw(document, index);
  });
}

function rootOf(document: PDFKit.PDFDocument): Record<string, unknown> {
  return (document as unknown as { _root: { data: Record<string, unknown> } })._root.data;
}

async function pagesOf(bytes: Uint8Array): Promise<PageImage[]> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  const found: PageImage[] = [];
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    found.push(page.image);
  }
  return found;
}

/** The colour in the middle of each page, as its index. */
async function coloursOf(bytes: Uint8Array): Promise<number[]> {
  return (await pagesOf(bytes)).map(({ width, height, rgb }) => {
    const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
    const distances = COLOURS.map((colour) =>
      [1, 3, 5].reduce((sum, from, i) => {
        return sum + Math.abs(Number.parseInt(colour.slice(from, from + 2), 16) - rgb[at + i]!);
      }, 0),
    );
    return distances.indexOf(Math.min(...distances));
  });
}

/** How much of the first page is dark. */
async function inkOf(bytes: Uint8Array): Promise<number> {
  const [page] = await pagesOf(bytes);
  return page!.rgb.filter((value) => value < 64).length / page!.rgb.length;
}

it("copies the pages of a PDF as they are, with nothing of the others", async () => {
  const pictures = await jpegs;
  const stack = await pdf(async (document, index) => {
    document.addPage().image(pictures[index]!, 0, 0, { width: SIDE });
    document.text(`SECRET ${index}`, 0, 0);
  });
  const { bytes, mimetype, isRedrawn } = await keepPages(stack, [1, 3]);
  expect([mimetype, isRedrawn]).toEqual(["application/pdf", false]);
  expect(await coloursOf(bytes)).toEqual([0, 2]);
  const saved = Buffer.from(bytes);
  expect(pictures.map((picture) => saved.includes(picture))).toEqual([true, false, true, false]);
});

it("draws the pages again if the PDF has one list of pictures for all pages", async () => {
  const pictures = await jpegs;
  const stack = await pdf(async (document, index) => {
    document.addPage().image(pictures[index]!, 0, 0, { width: SIDE });
  });
  const shared = shareResources(stack);
  expect(await coloursOf(shared)).toEqual([0, 1, 2, 3]);
  const { bytes, isRedrawn } = await keepPages(shared, [1, 3]);
  expect(isRedrawn).toBe(true);
  expect(await coloursOf(bytes)).toEqual([0, 2]);
  expect(pictures.map((picture) => Buffer.from(bytes).includes(picture))).toEqual([false, false, false, false]);
});

it("draws pages again that have layers, so that those that are off stay so", async () => {
  const pictures = await jpegs;
  let layer: PDFKit.PDFKitReference | undefined;
  const stack = await pdf(async (document, index) => {
    document.addPage().image(pictures[index]!, 0, 0, { width: SIDE });
    layer ??= document.ref({ Type: "OCG", Name: new String("Notes") });
    Object.assign((document.page as unknown as { resources: { data: object } }).resources.data, {
      Properties: { Notes: layer },
    });
    document.addContent("/OC /Notes BDC").rect(0, 0, SIDE, SIDE).fill(COLOURS[3]!).addContent("EMC");
    rootOf(document).OCProperties = { OCGs: [layer], D: { OFF: [layer] } };
    if (index === 3) layer.end(undefined);
  });
  expect(await coloursOf(stack)).toEqual([0, 1, 2, 3]);
  const { bytes, isRedrawn } = await keepPages(stack, [1, 3]);
  expect([await coloursOf(bytes), isRedrawn]).toEqual([[0, 2], true]);
});

it("draws pages again whose fields have their font from the form", async () => {
  const [, , , yellow] = await jpegs;
  const stack = await writePdf({ size: [SIDE, SIDE] }, (document) => {
    const { page } = document.addPage().image(yellow!, 0, 0, { width: SIDE }).initForm() as unknown as {
      page: { annotations: unknown[] };
    };
    const at = { Type: "Annot", Subtype: "Widget", Rect: [0, 0, SIDE, SIDE], F: 4 };
    const field = document.ref({ ...at, FT: "Tx", T: new String("answer"), V: new String("W") });
    page.annotations.push(field);
    const form = rootOf(document).AcroForm as { data: { Fields: unknown[]; DA: unknown } };
    form.data.Fields.push(field);
    form.data.DA = new String("/F1 60 Tf 0 g");
    field.end(undefined);
  });
  const { bytes } = await keepPages(stack, [1]);
  expect(await inkOf(bytes)).toBeCloseTo(await inkOf(stack), 2);
});

it("makes a PDF of a TIFF's pages", async () => {
  const pages = await Promise.all((await jpegs).map((picture) => sharp(picture).raw().toBuffer()));
  const raw = { width: SIDE, height: SIDE * COLOURS.length, channels: 3 as const, pageHeight: SIDE };
  const tiff = await sharp(Buffer.concat(pages), { raw }).tiff().toBuffer();
  expect(await coloursOf(tiff)).toEqual([0, 1, 2, 3]);
  const { bytes, isRedrawn } = await keepPages(tiff, [2, 4]);
  expect(isRedrawn).toBe(true);
  expect(await coloursOf(bytes)).toEqual([1, 3]);
});

it("refuses what it cannot decode", async () => {
  await expect(keepPages(Buffer.from("%PDF-1.7\nnothing"), [1])).rejects.toThrow("damaged");
});

/** Gives each page the pictures of all, as some scanners' programs write them. */
function shareResources(stack: Buffer): Buffer {
  const text = stack.toString("latin1");
  const entries = [...text.matchAll(/\/XObject <<\s*(\/I\d+ \d+ 0 R)\s*>>/g)].map(([, entry]) => entry!);
  expect(entries).toHaveLength(COLOURS.length);
  // Readers find the objects again when the table of their places is wrong.
  return Buffer.from(
    text.replace(/\/XObject <<\s*\/I\d+ \d+ 0 R\s*>>/g, `/XObject <<\n${entries.join("\n")}\n>>`),
    "latin1",
  );
}
