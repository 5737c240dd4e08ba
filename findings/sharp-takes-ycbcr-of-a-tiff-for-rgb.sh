#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18.7): Y, Cb and Cr of a TIFF are its red, green and blue, unless they are compressed as JPEG.
#
# A TIFF may have its colours as YCbCr (PhotometricInterpretation 6) with any compression; ImageMagick writes it for
# `-colorspace YCbCr`. A program that shows or measures pages gets white as pink, and pencil nearly as light as paper: two
# of the three channels are colour differences, which are 128 for every grey.
# Guess, for a white and a red pixel: 255 255 255 and 255 0 0, as of a TIFF with the same colours compressed as JPEG; else
# an error, or at least another `space` than "srgb".
# Seen: 255 128 128 and 76 85 255 in the space "srgb", uncompressed and with ZIP, and no warning. geotiff 3.0.5 (`readRGB`)
# converts them.
# Source: TIFF 6.0, section 21 (YCbCr Images), and section 22 for JPEG in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sharp@0.35.5 geotiff@3.0.5
cat >look.mjs <<'JS'
import { deflateSync } from "node:zlib";
import { fromArrayBuffer } from "geotiff";
import sharp from "sharp";

const WHITE = [255, 128, 128];
const RED = [76, 85, 255];
const [SIDE, SHORT, LONG, RATIONAL] = [16, 3, 4, 5];
const samples = Buffer.from(Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < SIDE / 2 ? WHITE : RED)).flat());

/** A TIFF of 16 x 16 pixels without subsampling: white on the left, red on the right. */
function tiff(compression, strip) {
  // BitsPerSample and ReferenceBlackWhite (the full range) come after the directory's 12 entries.
  const entries = 12;
  const bits = 8 + 2 + 12 * entries + 4;
  const range = bits + 6;
  const data = range + 48;
  const tags = [
    [256, SHORT, 1, SIDE], [257, SHORT, 1, SIDE], [258, SHORT, 3, bits], [259, SHORT, 1, compression],
    [262, SHORT, 1, 6], [273, LONG, 1, data], [277, SHORT, 1, 3], [278, SHORT, 1, SIDE],
    [279, LONG, 1, strip.length], [284, SHORT, 1, 1], [530, SHORT, 2, 1 | (1 << 16)], [532, RATIONAL, 6, range],
  ];
  const head = Buffer.alloc(data);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries, 8);
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + 12 * index;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  for (let i = 0; i < 3; i++) head.writeUInt16LE(8, bits + 2 * i);
  for (const [i, value] of [0, 255, 128, 255, 128, 255].entries()) {
    head.writeUInt32LE(value, range + 8 * i);
    head.writeUInt32LE(1, range + 8 * i + 4);
  }
  return Buffer.concat([head, strip]);
}

/** A pixel on the left and one on the right of the middle row. */
const ends = (data) => [3, SIDE - 4].map((x) => [...data.subarray((8 * SIDE + x) * 3, (8 * SIDE + x) * 3 + 3)].join(" ")).join(" | ");
async function look(name, bytes) {
  const { space, compression } = await sharp(bytes).metadata();
  console.log(`${name}: sharp ${ends(await sharp(bytes).raw().toBuffer())}, space ${space}, compression ${compression ?? "not said"}`);
  const file = await fromArrayBuffer(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  console.log(`${name}: geotiff ${ends(await (await file.getImage()).readRGB({ interleave: true }))}`);
}
await look("uncompressed", tiff(1, samples));
await look("ZIP", tiff(8, deflateSync(samples)));
const rgb = Buffer.from(Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < SIDE / 2 ? [255, 255, 255] : [255, 0, 0])).flat());
const jpeg = await sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } }).tiff({ compression: "jpeg", quality: 80 }).toBuffer();
console.log(`JPEG: sharp ${ends(await sharp(jpeg).raw().toBuffer())}`);
const entriesAt = jpeg.readUInt32LE(4) + 2;
const photometric = Array.from({ length: jpeg.readUInt16LE(entriesAt - 2) }, (_, i) => entriesAt + 12 * i).find((at) => jpeg.readUInt16LE(at) === 262);
console.log(`JPEG: PhotometricInterpretation ${jpeg.readUInt16LE(photometric + 8)}`);
console.error(`Node ${process.version}, sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`);
JS
node look.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
uncompressed: sharp 255 128 128 | 76 85 255, space srgb, compression not said
uncompressed: geotiff 255 255 255 | 254 0 0
ZIP: sharp 255 128 128 | 76 85 255, space srgb, compression not said
ZIP: geotiff 255 255 255 | 254 0 0
JPEG: sharp 255 254 255 | 253 1 0
JPEG: PhotometricInterpretation 6
SEEN
