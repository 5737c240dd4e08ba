import qrcode from "qrcode";
import sharp from "sharp";
import { QR, SHEET } from "../../core/template/layout.ts";

/** Paper around a code, in mm of the sheet. */
const QUIET = 4;

/** A scanned sheet without its QR code. */
export async function withoutCode(sheet: Buffer): Promise<Buffer> {
  const box = await codeBox(sheet);
  const { width, height } = box;
  const white = { width, height, channels: 3 as const, background: "white" };
  return covered(sheet, { box, patch: await sharp({ create: white }).png().toBuffer() });
}

/** A scanned sheet whose QR code is out of focus. */
export async function withBlurredCode(sheet: Buffer): Promise<Buffer> {
  const box = await codeBox(sheet);
  return covered(sheet, {
    box,
    patch: await sharp(sheet)
      .extract(box)
      .blur(box.width / 74)
      .png()
      .toBuffer(),
  });
}

/** A scanned sheet whose QR code is replaced by another one. */
export async function withCode(sheet: Buffer, text: string): Promise<Buffer> {
  const box = await codeBox(sheet);
  return covered(sheet, { box, patch: await qrcode.toBuffer(text, { width: box.width, margin: 4 }) });
}

async function codeBox(sheet: Buffer): Promise<{ left: number; top: number; width: number; height: number }> {
  const { width } = await sharp(sheet).metadata();
  const scale = width / SHEET.width;
  const side = Math.round((QR.width + 2 * QUIET) * scale);
  return {
    left: Math.round((QR.x - QUIET) * scale),
    top: Math.round((QR.y - QUIET) * scale),
    width: side,
    height: side,
  };
}

async function covered(
  sheet: Buffer,
  { box, patch }: { box: Awaited<ReturnType<typeof codeBox>>; patch: Buffer },
): Promise<Buffer> {
  return sharp(sheet)
    .composite([{ input: patch, left: box.left, top: box.top }])
    .png()
    .toBuffer();
}
