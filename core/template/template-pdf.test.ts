import { expect, it } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import { readQr } from "../scan/read-qr.ts";
import { BORDER, HEADER, MARK_SIDE, MARKS, QR, QR_MODULES, SHEET } from "./layout.ts";
import { formatQrText } from "./qr-text.ts";
import { renderTemplate } from "./template-pdf.ts";

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
