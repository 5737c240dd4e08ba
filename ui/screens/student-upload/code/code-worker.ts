import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { qrOptions } from "../../../../core/scan/qr-options.ts";
import type { CodeSight } from "./code-advice.ts";

/** Pixels of the long side in which codes are searched: a phone's photo has twice as many. */
const LONG_SIDE = 2000;

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** Answers a file with its `CodeSight`; null if the browser cannot show it as a picture. */
addEventListener("message", async ({ data: file }: MessageEvent<Blob>) => {
  postMessage(await codesIn(file).catch(() => null));
});

async function codesIn(file: Blob): Promise<CodeSight> {
  const pixels = await pixelsOf(file);
  const seen = await readBarcodes(pixels, qrOptions(pixels));
  const texts = seen.filter(({ isValid }) => isValid).map(({ text }) => text);
  return { texts, isBlurred: texts.length === 0 && seen.length > 0 };
}

async function pixelsOf(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  if (canvas === null) throw new Error("The browser has no canvas here.");
  canvas.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.getImageData(0, 0, width, height);
}
