import sharp from "sharp";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageOwner } from "../template/parse-qr-text.ts";
import { formatQrText } from "../template/qr-text.ts";
import { renderTemplate } from "../template/template-pdf.ts";

/** Pixels of a sheet, and of the white around sheets that are one below the other. */
export const SHEET_WIDTH = 900;
export const SHEET_MARGIN = 20;

const SHEET_HEIGHT = 636;
const SHEET_STEP = SHEET_HEIGHT + SHEET_MARGIN;

/** With what the codes of `codedSheet` are signed. */
export const SHEET_SECRET = "k".repeat(32);

/** An AND gate. */
const GATE = "M280 330H430M280 390H430M430 300h54a60 60 0 0 1 0 120h-54zM544 360H670";

/** What is on a sheet. */
interface Drawn {
  readonly isCoded?: boolean;
  readonly isDrawn?: boolean;
  /** The code's text; by default one that `SHEET_SECRET` signs. */
  readonly qrText?: string;
}

/** The template of task t1 as a PNG, with an AND gate drawn on it. */
export async function codedSheet(owner: Omit<PageOwner, "taskId">, drawn: Drawn = {}): Promise<Buffer> {
  const { isCoded = true, isDrawn = true } = drawn;
  const signed = formatQrText({ taskId: "t1", ...owner }, { origin: "https://x.example", secret: SHEET_SECRET });
  const items = [{ item: owner.item, qrText: drawn.qrText ?? signed }];
  const file = await decodePages(await renderTemplate({ title: "Quiz", className: null, items }));
  if (!file.ok) throw new Error(file.failure.message);
  const parts = [
    isDrawn ? `<path d="${GATE}" fill="none" stroke="#224" stroke-width="3"/>` : "",
    isCoded ? "" : '<rect x="700" y="0" width="200" height="135" fill="#fff"/>',
  ];
  const size = `width="${SHEET_WIDTH}" height="${SHEET_HEIGHT}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`;
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    const { width, height, rgb } = page.image;
    const small = sharp(rgb, { raw: { width, height, channels: 3 } }).resize(SHEET_WIDTH, SHEET_HEIGHT, {
      fit: "fill",
    });
    return sharp(await small.png().toBuffer())
      .composite([{ input: Buffer.from(svg) }])
      .png()
      .toBuffer();
  }
  throw new Error("The template has no page");
}

/** A PNG of sheets one below the other, on white. */
export function sheetsBelow(...sheets: readonly Buffer[]): Promise<Buffer> {
  const width = SHEET_WIDTH + 2 * SHEET_MARGIN;
  const height = SHEET_STEP * sheets.length + 2 * SHEET_MARGIN;
  const placed = sheets.map((input, index) => ({ input, left: SHEET_MARGIN, top: SHEET_MARGIN + SHEET_STEP * index }));
  return sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .composite(placed)
    .png()
    .toBuffer();
}
