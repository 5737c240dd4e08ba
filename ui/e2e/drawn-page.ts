import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { decodePages } from "../../core/scan/decode-pages.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { BORDER, SHEET } from "../../core/template/layout.ts";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import type { TestSite } from "./site.ts";

/** A scan at 200 DPI, large enough for the QR code. */
const LONG_SIDE = 2340;

export interface PageOfSample {
  readonly taskId: string;
  readonly item: number;
  /** A drawing without a sheet: a picture, or the name of a page in core/testdata/pages. */
  readonly sample: string | Uint8Array;
}

/** A scan (PNG) of the task's own template, as the server prints it, with a drawing inside its border. */
export async function drawnPage(
  site: Pick<TestSite, "origin">,
  { taskId, item, sample }: PageOfSample,
): Promise<Buffer> {
  return pasteDrawing(await templateOf(site, { taskId, item }), sample);
}

/** The page of an item of the task's template, as the server prints it. */
export async function templateOf(
  site: Pick<TestSite, "origin">,
  { taskId, item }: Omit<PageOfSample, "sample">,
): Promise<PageImage> {
  const answer = await fetch(site.origin + ENDPOINTS.getTemplate.path.replace(":taskId", taskId));
  return pageOf(new Uint8Array(await answer.arrayBuffer()), item);
}

/** A scan (PNG) of the template with a drawing inside its border. */
export async function pasteDrawing(template: PageImage, sample: PageOfSample["sample"]): Promise<Buffer> {
  const scale = template.width / SHEET.width;
  const margin = 6 * scale;
  const drawing = await sharp(
    typeof sample === "string"
      ? await readFile(new URL(`../../core/testdata/pages/${sample}`, import.meta.url))
      : sample,
  )
    .resize({
      width: Math.round(BORDER.width * scale - 2 * margin),
      height: Math.round(BORDER.height * scale - 2 * margin),
      fit: "contain",
      background: "white",
    })
    .flatten({ background: "white" })
    .toBuffer();
  return sharp(template.rgb, { raw: { width: template.width, height: template.height, channels: 3 } })
    .composite([
      {
        input: drawing,
        left: Math.round(BORDER.x * scale + margin),
        top: Math.round(BORDER.y * scale + margin),
        blend: "multiply",
      },
    ])
    .png()
    .toBuffer();
}

export async function pageOf(pdf: Uint8Array, wanted: number) {
  const file = await decodePages(pdf, { longSide: LONG_SIDE, wanted: (page) => page === wanted });
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error(`The template has no page ${wanted}.`);
}
