import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePages } from "../../scan/decode-pages.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { SHEET } from "../../template/layout.ts";
import { renderTemplate } from "../../template/template-pdf.ts";
import { simulatePhoto, turnedCorners } from "../../testdata/simulate-photo.ts";
import { cleanPage } from "../clean-page.ts";
import { isBareSheet } from "./bare-sheet.ts";

const items = [{ item: 1, qrText: "https://example.edu/student-upload/abc?v=1&i=1&s=xyz" }];
const template = await renderTemplate({ title: "Half adder", className: "CPE 101", items });

async function sheetAt(dpi: number): Promise<PageImage> {
  const file = await decodePages(template, { dpi });
  if (!file.ok) throw new Error(file.failure.code);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("The template has no page.");
}

function inGrey(image: PageImage): PageImage {
  const rgb = image.rgb.map((_, index, all) => {
    const [red, green, blue] = [0, 1, 2].map((channel) => all[index - (index % 3) + channel]!);
    return 0.3 * red! + 0.59 * green! + 0.11 * blue!;
  });
  return { ...image, rgb };
}

interface Line {
  /** In mm from the paper's top left corner. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly colour: string;
}

async function withLine(image: PageImage, { from, to, colour }: Line): Promise<PageImage> {
  const { width, height } = image;
  const ends = `x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 297 210"><line ${ends} stroke="${colour}" stroke-width="0.3"/></svg>`;
  const drawn = sharp(image.rgb, { raw: { width, height, channels: 3 } }).composite([{ input: Buffer.from(svg) }]);
  return { ...image, rgb: new Uint8Array(await drawn.removeAlpha().raw().toBuffer()) };
}

const isBare = (image: PageImage) => isBareSheet(image, cleanPage(image).page);

describe("isBareSheet", () => {
  it.each([75, 96, 100, 120, 150, 200, 300])(
    "knows the printed sheet at %i DPI, in colour and in grey",
    async (dpi) => {
      const sheet = await sheetAt(dpi);
      expect([isBare(sheet), isBare(inGrey(sheet))]).toEqual([true, true]);
    },
  );

  it.each([
    ["a thin black line", [100, 90], [121, 97], "#000"],
    ["a pencil's line along a printed one", [101, 98], [126, 98], "#969696"],
    ["a short line", [150, 101], [157, 103.5], "#333"],
    ["a yellow line", [100, 90], [121, 97], "#fff03c"],
    ["a line at the border", [20, 60], [20, 80], "#444"],
    ["a line in the last row", [150, 199], [170, 199], "#444"],
    ["a light line", [100, 90], [121, 97], "#fff"],
  ] as const)("sees %s at 96 DPI", async (_, from, to, colour) => {
    const sheet = await sheetAt(96);
    // White shows on grey paper only.
    const paper = colour === "#fff" ? { ...sheet, rgb: sheet.rgb.map((value) => 0.8 * value) } : sheet;
    expect(isBare(paper)).toBe(true);
    expect(isBare(await withLine(paper, { from, to, colour }))).toBe(false);
  });

  it("knows a photo of it, and needs all four marks and the border", async () => {
    const sheet = await sheetAt(200);
    const picture = { width: 1600, height: 1200 };
    const corners = turnedCorners(picture, { degrees: 4, size: { width: 1440, height: 1018 } });
    const photo = simulatePhoto(sheet, { ...picture, corners, noise: 3, falloff: 0.2, blur: 1 });
    expect(isBare(photo)).toBe(true);
    const cover = async (x: number, y: number, width: number, height: number) => {
      const unit = sheet.width / SHEET.width;
      const size = { width: Math.round(width * unit), height: Math.round(height * unit) };
      const input = await sharp({ create: { ...size, channels: 3, background: "white" } })
        .png()
        .toBuffer();
      const raw = { width: sheet.width, height: sheet.height, channels: 3 } as const;
      const place = { input, left: Math.round(x * unit), top: Math.round(y * unit) };
      const covered = await sharp(sheet.rgb, { raw }).composite([place]).removeAlpha().raw().toBuffer();
      return { ...sheet, rgb: new Uint8Array(covered) };
    };
    expect(isBare(await cover(282, 193, 12, 12))).toBe(false);
    expect(isBare(await cover(60, 46, 60, 4))).toBe(false);
  });

  it("knows no other paper", () => {
    const image = {
      width: 400,
      height: 300,
      rgb: new Uint8Array(360_000).fill(250),
      pictureWidth: 400,
      pictureHeight: 300,
    };
    expect(isBare(image)).toBe(false);
  });
});
