import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { openPageReader } from "../read-page.ts";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { formatQrText } from "../template/qr-text.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { expectedPages, sampleImage } from "../testdata/sample-pages.ts";
import { type NoAnswer, noAnswer } from "./no-answer.ts";
import { readDrawing } from "./read-drawing.ts";
import { readHeader } from "./read-header.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

const [WIDTH, HEIGHT] = [1240, 1754];

/** A sheet scanned at 150 DPI. */
async function scanned(svg: string): Promise<PageImage> {
  const paper = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfbf8"/>`;
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${paper}${svg}</svg>`;
  return onlyPage(await sharp(Buffer.from(page)).jpeg().toBuffer());
}

async function onlyPage(bytes: Uint8Array): Promise<PageImage> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  let image: PageImage | null = null;
  for await (const page of file.pages) if (page.ok) image = page.image;
  return image!;
}

async function judge(image: PageImage): Promise<NoAnswer | null> {
  const header = await readHeader(image);
  return noAnswer(await readDrawing(image, { reader, turn: header.turn, codes: header.codes }), header);
}

function lines(count: number, size: number): string {
  return Array.from(
    { length: count },
    (_, line) =>
      `<text x="120" y="${160 + line * size * 1.8}" font-size="${size}" font-family="DejaVu Sans">` +
      `${line}. Draw the circuit of each function on its own sheet.</text>`,
  ).join("");
}

const DUST = Array.from(
  { length: 40 },
  (_, k) => `<circle cx="${(k * 337) % WIDTH}" cy="${(k * 811) % HEIGHT}" r="${1 + (k % 3)}" fill="#333"/>`,
).join("");

const HOLES = '<circle cx="60" cy="600" r="22" fill="#222"/><circle cx="60" cy="1100" r="22" fill="#222"/>';

describe("noAnswer", { timeout: 60_000 }, () => {
  it.each([
    ["a blank back", "", "blank"],
    ["one with dust", DUST, "blank"],
    ["one with punched holes", HOLES, "no-circuit"],
    ["a cover", '<text x="300" y="400" font-size="60">Digital Logic</text>', "no-circuit"],
    ["a letter", lines(20, 28), "no-circuit"],
    ["a densely printed page", lines(45, 20), "no-circuit"],
    ["a calculation", '<text x="150" y="300" font-size="48">A + B = 17 - 4</text>', "no-circuit"],
    [
      "a scribble",
      '<path d="M200 300Q300 200 340 330T500 300T640 420" fill="none" stroke="#223" stroke-width="4"/>',
      "no-circuit",
    ],
  ] as const)("tells %s from an answer", async (_, svg, expected) => {
    expect(await judge(await scanned(svg))).toBe(expected);
  });

  it("never takes a page with a code for something else, not even one that cannot be read", async () => {
    const blank = await readDrawing(await scanned(""), { reader, turn: 0 });
    expect(noAnswer(blank, { texts: ["https://example.org"], isBlurred: false })).toBeNull();
    expect(noAnswer(blank, { texts: [], isBlurred: true })).toBeNull();
  });

  it("takes every drawn page for an answer, on a template, on paper and as a photo", async () => {
    for (const file of [
      "20230001_quiz[1].png",
      "20230002_quiz[1].jpg",
      "20230003_quiz[1].jpg",
      "20230008_quiz[1].jpg",
    ]) {
      const image = await sampleImage(expectedPages().find((page) => page.file === file)!);
      expect(await judge(image), file).toBeNull();
    }
  });

  it("takes an empty template for an answer, with its code and without", async () => {
    const qrText = formatQrText({ taskId: "t1", item: 1 }, { origin: "https://x.example", secret: "k".repeat(32) });
    const template = await onlyPage(
      await renderTemplate({ title: "Quiz", className: null, items: [{ item: 1, qrText }] }),
    );
    expect(await judge(template)).toBeNull();
    const header = { texts: [], isBlurred: false };
    expect(noAnswer(await readDrawing(template, { reader, turn: 0 }), header)).toBeNull();
  });
});
