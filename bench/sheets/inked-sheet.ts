import sharp from "sharp";
import type { QrContent } from "../../core/template/parse-qr-text.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { templateRaster } from "../../core/testdata/drawn-pages/render-answer.ts";
import type { SheetRaster } from "../../core/testdata/render/photograph.ts";
import { svgPage } from "../../core/testdata/render/stroke-svg.ts";

interface Printed {
  /** Of its QR code. */
  readonly content: QrContent;
  readonly student?: { readonly studentId: string; readonly name: string };
}

/** A template at 150 DPI with a drawing on it, as SVG in its pixels. */
export async function inkedSheet(drawing: string, { content, student }: Printed): Promise<SheetRaster> {
  const qrText = formatQrText(content, { origin: "https://grading.example.edu", secret: "bench" });
  const item = { item: content.item, qrText, ...(student && { student }) };
  const pdf = await renderTemplate({ title: "Quiz", className: "CPE 101", items: [item] });
  const { width, height, rgb } = await templateRaster(pdf);
  const drawn = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svgPage(width, height, drawing)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, rgb: drawn };
}
