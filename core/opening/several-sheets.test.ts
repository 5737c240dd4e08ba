import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPageReader, type PageReader } from "../read-page.ts";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { formatQrText } from "../template/qr-text.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { readDrawing } from "./read-drawing.ts";
import { readHeader } from "./read-header.ts";

let reader: PageReader;
beforeAll(async () => {
  reader = await openPageReader();
});
afterAll(() => reader?.close());

async function onlyPage(bytes: Uint8Array): Promise<PageImage> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("no page");
}

/** A sheet as a picture of 900 x 636 pixels, with a stroke on it. */
async function sheet(item: number, { code = true } = {}): Promise<Buffer> {
  const text = formatQrText({ taskId: "t1", item }, { origin: "https://x.example", secret: "k".repeat(32) });
  const page = await onlyPage(
    await renderTemplate({ title: "Quiz", className: null, items: [{ item, qrText: text }] }),
  );
  const stroke = '<path d="M300 300L600 420" stroke="#224" stroke-width="4"/>';
  const cover = code ? "" : '<rect x="700" y="0" width="200" height="135" fill="#fff"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="636">${stroke}${cover}</svg>`;
  const raw = { width: page.width, height: page.height, channels: 3 as const };
  const small = await sharp(page.rgb, { raw }).resize(900, 636, { fit: "fill" }).png().toBuffer();
  return sharp(small)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

async function problems(picture: Buffer): Promise<{ code: string; box: unknown }[]> {
  const image = await onlyPage(picture);
  const { codes, turn } = await readHeader(image);
  const { reading } = await readDrawing(image, { reader, turn, codes });
  return reading.problems.filter(({ code }) => code === "several-sheets").map(({ code, box }) => ({ code, box }));
}

async function below(...sheets: Buffer[]): Promise<Buffer> {
  const create = { width: 940, height: 40 + 660 * sheets.length, channels: 3 as const, background: "#fff" };
  const placed = sheets.map((input, index) => ({ input, left: 20, top: 30 + 660 * index }));
  return sharp({ create }).composite(placed).png().toBuffer();
}

describe("several sheets in one picture", { timeout: 120_000 }, () => {
  it.each([0, 90, 180, 270, 3])("are a question, turned by %i degrees", async (angle) => {
    const both = await below(await sheet(1), await sheet(2));
    const turned = await sharp(both).rotate(angle, { background: "#fff" }).png().toBuffer();
    expect(await problems(turned)).toEqual([{ code: "several-sheets", box: expect.anything() }]);
  });

  it("are a question also if only one of them has a code that can be read", async () => {
    const own = await below(await sheet(1, { code: false }), await sheet(1));
    const found = await problems(own);
    const other = await problems(await below(await sheet(1), await sheet(1, { code: false })));
    // The frame that is read is one of the two: at most the one with the code is read without a word.
    expect(found.length + other.length).toBeGreaterThan(0);
  });

  it("one sheet is none, at any turn", async () => {
    for (const angle of [0, 90, 180, 270]) {
      for (const isMirrored of [false, true]) {
        const turned = await sharp(await below(await sheet(1)))
          .rotate(angle)
          .flop(isMirrored)
          .png()
          .toBuffer();
        expect(await problems(turned), `${angle} ${isMirrored}`).toEqual([]);
      }
    }
  });
});
