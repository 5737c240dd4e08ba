import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { writePdf } from "../../core/basics/write-pdf.ts";

/** A page with one clean AND gate with two inputs, as the SVG that the pictures are made from. */
const PAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
  <rect width="900" height="600" fill="#fff"/>
  <g fill="none" stroke="#111" stroke-width="4">
    <path d="M200 230H400M200 310H400M400 200h60a70 70 0 0 1 0 140h-60zM530 270H720"/>
  </g>
</svg>`;

/** The page as a PNG; `shade` (0 … 255) tints it, so that pages can differ in their bytes. */
export function pagePng(shade = 255): Promise<Buffer> {
  return sharp(Buffer.from(PAGE.replace("#fff", `rgb(255,255,${shade})`)))
    .png()
    .toBuffer();
}

export async function drawnJpeg(): Promise<Buffer> {
  return sharp(await pagePng())
    .jpeg()
    .toBuffer();
}

/** A scanned stack: the page `count` times in one PDF. */
export async function repeatedPagePdf(count: number): Promise<Uint8Array> {
  const picture = await drawnJpeg();
  return writePdf({ size: [432, 288] }, (document) => {
    for (let page = 0; page < count; page++) document.addPage().image(picture, 0, 0, { width: 432 });
  });
}

/** A PNG that claims 20,000 x 15,000 pixels and contains none of them. */
export function hugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20_000, 0);
  header.writeUInt32BE(15_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(100)))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** As the PNG specification (W3C, 2003) has it, annex D. */
function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}
