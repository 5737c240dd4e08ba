import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import sharp, { type Sharp } from "sharp";
import { expect, it } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import { openFontBook } from "./font-book.ts";
import { writeLine, writeParagraph } from "./write-text.ts";

const fonts = openFontBook();
const [WIDTH, HEIGHT] = [400, 64];

type Draw = (document: PDFKit.PDFDocument) => void;

async function pdfOf(draw: Draw, size: [number, number] = [700, 120]): Promise<Uint8Array> {
  const document = new PDFDocument({ size, margin: 10 });
  const parts: Uint8Array[] = [];
  const finished = new Promise((resolve) => document.on("end", resolve));
  document.on("data", (part: Uint8Array) => parts.push(part));
  draw(document);
  document.end();
  await finished;
  return Buffer.concat(parts);
}

/** The ink of a picture, cut out and stretched to one size: 0 for paper, 255 for ink. */
async function inkOf(picture: Sharp): Promise<Buffer> {
  const trimmed = await picture.flatten({ background: "#fff" }).trim({ threshold: 40 }).png().toBuffer();
  return sharp(trimmed).resize(WIDTH, HEIGHT, { fit: "fill" }).greyscale().negate().blur(1.5).raw().toBuffer();
}

async function written(draw: Draw): Promise<Buffer> {
  const file = await decodePages(await pdfOf(draw), { longSide: 1400 });
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    const { rgb, width, height } = page.image;
    return inkOf(sharp(rgb, { raw: { width, height, channels: 3 } }));
  }
  throw new Error("no page");
}

/** What Pango and HarfBuzz make of it, which shape text for desktops. */
function shapedByOthers(text: string, fontfile: string): Promise<Buffer> {
  return inkOf(sharp({ text: { text: `<span size="60pt">${text}</span>`, fontfile, font: "sans", rgba: true } }));
}

/** How alike two pictures of ink are: 1 for the same ink, 0 for none in common. */
function likeness(a: Buffer, b: Buffer): number {
  let [common, all] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    common += Math.min(a[i]!, b[i]!);
    all += Math.max(a[i]!, b[i]!);
  }
  return common / all;
}

const { resolve } = createRequire(import.meta.url);
const line = { x: 10, y: 10, width: 680, fonts, weight: "regular", size: 60 } as const;

it.each(["Γιώργος", "Ћирић", "محمد عبد الله", "김민수", "王小明"])("writes %s as others do", async (text) => {
  const [file] = fonts.fontsOf([text[0]!], "regular");
  const ours = await written((document) => writeLine(document, text, line));
  expect(likeness(ours, await shapedByOthers(text, file!.path))).toBeGreaterThan(0.7);
});

it("would see letters that are not joined, and words in the wrong order", async () => {
  const shaped = await shapedByOthers("محمد عبد الله", resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
  for (const wrong of ["م ح م د ع ب د ا ل ل ه", "الله عبد محمد"]) {
    const drawn = await written((document) => writeLine(document, wrong, line));
    expect(likeness(drawn, shaped), wrong).toBeLessThan(0.5);
  }
});

it("joins Devanagari's letters, and puts a vowel before the consonant that it follows", async () => {
  const joined = await written((document) => writeLine(document, "क्षत्रिय", line));
  const apart = await written((document) => writeLine(document, "क्\u200cषत्\u200cरिय", line));
  expect(likeness(apart, joined)).toBeLessThan(0.5);
  const vowel = await written((document) => writeLine(document, "हि", line));
  const consonant = await written((document) => writeLine(document, "ह", line));
  const left = (ink: Buffer) => Buffer.from(ink.filter((_, index) => index % WIDTH < WIDTH / 4));
  // Without shaping the consonant would be on the left in both.
  expect(likeness(left(vowel), left(consonant))).toBeLessThan(0.5);
});

it("cuts a line that does not fit, and wraps a paragraph onto as many pages as it needs", async () => {
  const short = await pdfOf((document) => writeLine(document, "王".repeat(40), line));
  const cut = await written((document) => writeLine(document, `${"王".repeat(10)}…`, line));
  expect(short.length).toBeGreaterThan(0);
  expect(likeness(await written((document) => writeLine(document, "王".repeat(40), line)), cut)).toBeGreaterThan(0.95);
  let bottom = 0;
  const pages = await pdfOf((document) => {
    document.on("pageAdded", () => bottom++);
    writeParagraph(document, "One two three\n".repeat(20) + "x".repeat(300), { ...line, size: 12, width: 300 });
  });
  expect(bottom).toBe(3);
  expect(pages.length).toBeGreaterThan(0);
});

it("embeds only the letters that it needs", async () => {
  const pdf = await pdfOf((document) => writeLine(document, "김민수 王小明", line));
  expect(pdf.length).toBeLessThan(60_000);
});
