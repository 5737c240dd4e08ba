import sharp from "sharp";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";

/** The template as a student fills it in: the sheet as a picture, with an AND gate drawn on it. */
export async function drawOn(template: Uint8Array): Promise<{ png: Buffer; qrText: string }> {
  const file = await decodePages(template);
  if (!file.ok) throw new Error(file.failure.code);
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.code);
    const { image } = page;
    const qrText = (await readQr(image))?.text ?? "";
    const { width, height } = image;
    const unit = width / 297;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <g fill="none" stroke="#111" stroke-width="${0.8 * unit}" transform="translate(${90 * unit} ${90 * unit})">
        <path d="M0 ${15 * unit}H${50 * unit}M0 ${35 * unit}H${50 * unit}"/>
        <path d="M${50 * unit} ${5 * unit}h${18 * unit}a${20 * unit} ${20 * unit} 0 0 1 0 ${40 * unit}h${-18 * unit}z"/>
        <path d="M${88 * unit} ${25 * unit}H${130 * unit}"/>
      </g></svg>`;
    const png = await sharp(image.rgb, { raw: { width, height, channels: 3 } })
      .toColourspace("srgb")
      .composite([{ input: Buffer.from(drawing) }])
      .png()
      .toBuffer();
    return { png, qrText };
  }
  throw new Error("The template has no page");
}
