import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cleanPage } from "../page/clean-page.ts";
import { isBareSheet } from "../page/sheet/bare-sheet.ts";
import { decodePages } from "../scan/decode-pages.ts";
import { readQr } from "../scan/read-qr.ts";
import { BORDER, HEADER, MARK_SIDE, MARKS, QR, QR_MODULES, SHEET } from "./layout.ts";
import { formatQrText } from "./qr-text.ts";
import type { PrintedQuestion } from "./question-block.ts";
import { questionFits, renderTemplate } from "./template-pdf.ts";

const items = [1, 2].map((item) => {
  const options = { origin: "https://circuitgrade.example.edu", secret: "s" };
  return { item, qrText: formatQrText({ taskId: "V1StGXR8_Z5jdHi6B-myTQ", item }, options) };
});
const content = { title: "Half adder, Ω ≥ ñ", className: "CPE 101 G1", items };

it("prints a page for each item whose QR code can be read back, at the place in the layout", async () => {
  const file = await decodePages(await renderTemplate(content));
  if (!file.ok) throw new Error(file.failure.code);
  const texts: string[] = [];
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.code);
    const qr = await readQr(page.image);
    if (qr === null) throw new Error("no QR code");
    texts.push(qr.text);
    const unit = page.image.pictureWidth / SHEET.width;
    expect(Math.abs(qr.corners[0].x - QR.x * unit)).toBeLessThan(unit);
    expect(Math.abs(qr.corners[2].y - (QR.y + QR.height) * unit)).toBeLessThan(unit);
  }
  expect(texts).toEqual(items.map(({ qrText }) => qrText));
});

it("produces the same bytes for the same content, and different ones for another title", async () => {
  const bytes = await renderTemplate(content);
  expect(await renderTemplate(content)).toEqual(bytes);
  expect(await renderTemplate({ ...content, title: "Adder" })).not.toEqual(bytes);
});

it("refuses a text whose code would have modules that are too small", async () => {
  await expect(renderTemplate({ ...content, items: [{ item: 1, qrText: "x".repeat(153) }] })).rejects.toThrow(
    RangeError,
  );
  await expect(renderTemplate({ ...content, items: [{ item: 1, qrText: "x".repeat(152) }] })).resolves.toBeDefined();
});

it("has a layout that fits the sheet and phones", () => {
  expect((QR.width / QR_MODULES / 25.4) * 150).toBeGreaterThanOrEqual(4);
  expect(QR.y + QR.height).toBeLessThan(BORDER.y);
  expect(HEADER.x + HEADER.width).toBeLessThan(QR.x - 4 * (QR.width / QR_MODULES));
  for (const mark of MARKS) {
    // Printers leave 5 mm of the sheet blank.
    expect(Math.min(mark.x, SHEET.width - mark.x) - MARK_SIDE / 2).toBeGreaterThanOrEqual(5);
    expect(Math.min(mark.y, SHEET.height - mark.y) - MARK_SIDE / 2).toBeGreaterThanOrEqual(5);
  }
});

/** A picture that looks like a template's border with its marks. */
const BORDERED = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="250"><rect width="640" height="250" fill="none" stroke="#000" stroke-width="16"/><path d="M30 30h60v60H30zM550 30h60v60h-60zM550 160h60v60h-60zM30 160h60v60H30z"/></svg>`;
const SENTENCE = "Draw a circuit whose output Y is 1 exactly when two or more of the inputs A, B and C are 1. ";

describe("a question", async () => {
  const picture = await sharp(Buffer.from(BORDERED)).flatten({ background: "white" }).png().toBuffer();

  async function sheet(question: PrintedQuestion | null) {
    const pages = [{ ...items[0]!, names: "Inputs: A, B, C · Output: Y", question }];
    const file = await decodePages(await renderTemplate({ ...content, items: pages }), { dpi: 150 });
    if (!file.ok) throw new Error(file.failure.code);
    for await (const page of file.pages) if (page.ok) return page.image;
    throw new Error("no page");
  }

  it.each([
    ["a line", { text: "Draw a half adder.", picture: null }],
    ["many lines", { text: SENTENCE.repeat(8), picture: null }],
    ["a picture", { text: "", picture }],
    ["both", { text: SENTENCE.repeat(5), picture }],
  ])("of %s changes nothing but the header: border, grid, marks and code are where they were", async (_, question) => {
    const [plain, asked] = [await sheet(null), await sheet(question)];
    const unit = plain.width / SHEET.width;
    const differing = plain.rgb.findIndex((value, index) => {
      const [x, y] = [((index / 3) | 0) % plain.width, (index / 3 / plain.width) | 0].map((at) => at / unit);
      // Half a millimetre for what is left and right of a letter's box, and 8 of 255 for how a page is made smaller.
      const isHeader =
        y! < HEADER.y + HEADER.height && Math.abs(x! - HEADER.x - HEADER.width / 2) < HEADER.width / 2 + 0.5;
      return !isHeader && Math.abs(value - asked.rgb[index]!) > 8;
    });
    expect(differing).toBe(-1);
    expect(asked.rgb).not.toEqual(plain.rgb);
    expect(isBareSheet(asked, cleanPage(asked).page)).toBe(true);
    expect((await readQr(asked))?.text).toBe(items[0]!.qrText);
  });

  it("fits in smaller letters, or does not", async () => {
    expect(await questionFits({ text: SENTENCE.repeat(9), picture: null })).toBe(true);
    expect(await questionFits({ text: SENTENCE.repeat(5), picture })).toBe(true);
    expect(await questionFits({ text: SENTENCE.repeat(9), picture })).toBe(false);
    expect(await questionFits({ text: "1.\n2.\n3.\n4.\n5.\n6.", picture: null })).toBe(false);
  });

  it("has its picture once in the file of a class", async () => {
    const page = { ...items[0]!, question: { text: "", picture } };
    const pdf = async (count: number) =>
      (await renderTemplate({ ...content, items: Array.from({ length: count }, () => page) })).length;
    expect((await pdf(21)) - (await pdf(1))).toBeLessThan((await pdf(20)) - (await pdf(1)) + 8000);
  });
});
