import qrcode from "qrcode";
import sharp from "sharp";
import { readQr } from "../core/scan/read-qr.ts";
import { generator } from "../core/testdata/render/random.ts";
import { simulatePhoto } from "../core/testdata/simulate-photo.ts";

export interface QrRate {
  /** Pixels that the sheet's long side has in the photo. */
  readonly width: number;
  readonly photos: number;
  /** Photos whose code was read, with the right text. */
  readonly read: number;
  /** Photos that gave a wrong text. */
  readonly wrong: number;
}

/** Pixels per millimetre of the sheet that is photographed. */
const UNIT = 6;
const SHEET = { width: 297, height: 210 };
const CODE_SIDE = 30;

/**
 * How many simulated photos of an A4 sheet with a 30 mm code of 64 to 70 characters are read: turned up to 30°, in
 * perspective, with falling light, a hand's shadow, blur, noise and JPEG at quality 80. The same seed, the same photos.
 *
 * @example
 * await measureQr({ widths: [1000, 1500], photos: 60, seed: 1 }); // [{ width: 1000, photos: 60, read, wrong }, …]
 */
export async function measureQr(options: {
  widths: readonly number[];
  photos: number;
  seed: number;
}): Promise<QrRate[]> {
  const rates: QrRate[] = [];
  for (const width of options.widths) {
    const random = generator(options.seed);
    let read = 0;
    let wrong = 0;
    for (let photo = 0; photo < options.photos; photo++) {
      const text = randomText(random);
      const found = await readQr(await photograph(text, { width, random }));
      if (found?.text === text) read++;
      else if (found !== null) wrong++;
    }
    rates.push({ width, photos: options.photos, read, wrong });
  }
  return rates;
}

function randomText(random: () => number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  let text = "https://example.edu/student-upload/";
  const length = 64 + Math.floor(random() * 7);
  while (text.length < length) text += letters[Math.floor(random() * letters.length)];
  return text;
}

async function photograph(text: string, { width, random }: { width: number; random: () => number }) {
  const side = CODE_SIDE * UNIT;
  const code = await sharp(await qrcode.toBuffer(text, { margin: 0, scale: 10 }))
    .resize(side, side)
    .toBuffer();
  const size = { width: SHEET.width * UNIT, height: SHEET.height * UNIT };
  const paper = sharp({ create: { ...size, channels: 3, background: "#f6f4ee" } });
  const placed = paper.composite([{ input: code, left: 247 * UNIT, top: 8 * UNIT }]).removeAlpha();
  const rgb = new Uint8Array(await placed.raw().toBuffer());
  const view = sheetInView({ width, random });
  const photo = simulatePhoto(
    { ...size, rgb, pictureWidth: size.width, pictureHeight: size.height },
    {
      ...view,
      shadow: random() * 0.4,
      falloff: random() * 0.4,
      noise: 2 + random() * 5,
      blur: random() < 0.5 ? 0 : 1,
      seed: Math.floor(random() * 1e9),
    },
  );
  const raw = { width: view.width, height: view.height, channels: 3 } as const;
  const jpeg = await sharp(photo.rgb, { raw }).jpeg({ quality: 80 }).toBuffer();
  return { ...photo, rgb: new Uint8Array(await sharp(jpeg).removeAlpha().raw().toBuffer()) };
}

/** A turned sheet, `width` pixels wide, its corners moved for the perspective, and a photo just large enough for it. */
function sheetInView({ width, random }: { width: number; random: () => number }) {
  const angle = ((random() * 60 - 30) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const height = (width * SHEET.height) / SHEET.width;
  const photo = {
    width: Math.ceil(1.1 * (width * cos + height * Math.abs(sin))),
    height: Math.ceil(1.1 * (width * Math.abs(sin) + height * cos)),
  };
  function corner(x: number, y: number): { x: number; y: number } {
    const dx = (x * width) / 2;
    const dy = (y * height) / 2;
    const shift = 0.06 * width;
    return {
      x: photo.width / 2 + dx * cos - dy * sin + (random() - 0.5) * shift,
      y: photo.height / 2 + dx * sin + dy * cos + (random() - 0.5) * shift,
    };
  }
  return { ...photo, corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] as const };
}
