import sharp from "sharp";
import { expect, it } from "vitest";
import { writePdf } from "../../basics/write-pdf.ts";
import { decodePages } from "../decode-pages.ts";
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

/** The colour in the middle of each page, as its index. */
async function coloursOf(bytes: Uint8Array): Promise<number[]> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  const found: number[] = [];
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    const { width, height, rgb } = page.image;
    const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
    const distances = COLOURS.map((colour) =>
      [1, 3, 5].reduce((sum, from, i) => {
        return sum + Math.abs(Number.parseInt(colour.slice(from, from + 2), 16) - rgb[at + i]!);
      }, 0),
    );
    found.push(distances.indexOf(Math.min(...distances)));
  }
  return found;
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
