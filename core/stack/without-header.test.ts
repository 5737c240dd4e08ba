import { expect, it } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { readQr } from "../scan/read-qr.ts";
import { turnImage } from "../scan/turn-image.ts";
import { BORDER, SHEET } from "../template/layout.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { withoutHeader } from "./without-header.ts";

async function templatePage(): Promise<PageImage> {
  const item = { item: 1, qrText: "https://x.example/t1", student: { studentId: "20230007", name: "Gia Ramos" } };
  const file = await decodePages(await renderTemplate({ title: "Half adder", className: null, items: [item] }));
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("The template has no page");
}

/** Pixels that are not white, in a share of the page's height. */
function inked({ rgb, width, height }: PageImage, [from, to]: readonly [number, number]): number {
  let count = 0;
  for (let p = Math.floor(from * height) * width * 3; p < Math.floor(to * height) * width * 3; p += 3) {
    if (rgb[p]! < 128) count += 1;
  }
  return count;
}

it("removes everything above the border, name and code included, and keeps the drawing", async () => {
  const page = await templatePage();
  const header = [0, (BORDER.y - 1) / SHEET.height] as const;
  const drawing = [(BORDER.y + 2) / SHEET.height, (BORDER.y + BORDER.height - 2) / SHEET.height] as const;
  expect(inked(page, header)).toBeGreaterThan(1000);
  const hidden = withoutHeader(page);
  expect(inked(hidden, header)).toBe(0);
  expect(await readQr(hidden)).toBeNull();
  const middle = (image: PageImage) => image.rgb.subarray(3 * image.width * (image.height >> 1)).slice(0, 30);
  expect(middle(hidden)).toEqual(middle(page));
  // The frame's sides stay: the drawing is read by them.
  expect(inked(hidden, drawing)).toBeGreaterThan(100);
  expect(await readQr(withoutHeader(turnImage(page, 1)))).toBeNull();
});

it("leaves a page without a template unchanged", () => {
  const blank = { width: 300, height: 200, rgb: new Uint8Array(300 * 200 * 3).fill(250) };
  const image: PageImage = { ...blank, pictureWidth: 300, pictureHeight: 200 };
  expect(withoutHeader(image)).toBe(image);
});
