#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18.7): what no frame of a GIF covers is opaque black, whatever the file says is behind it.
#
# A frame may be smaller than the GIF's screen: programs that save a moved or cropped layer write its place, and leave out
# what is around it. A program that reads drawings gets a thick black frame around them, in a colour that the file may not
# have, and cannot see it coming: `metadata()` says that there is no transparency, and which colour the background is.
# Guess, for two red pixels on a screen of four with a white background: the other two are white, or as in browsers
# transparent, and `hasAlpha` says which. The table of colours has no black.
# Seen: black and opaque, next to a `background` of white. If the frame names a transparent colour, even one that no pixel
# has, they are transparent. omggif 1.0.10 leaves them transparent in any case.
# Source: GIF89a, 18 (Logical Screen Descriptor): "The Background Color is the color used for those pixels on the screen
# that are not covered by an image."
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sharp@0.35.5 omggif@1.0.10
cat >look.mjs <<'JS'
import { GifReader } from "omggif";
import sharp from "sharp";

const COLOURS = { red: [255, 0, 0], white: [255, 255, 255], blue: [0, 0, 255], green: [0, 128, 0] };
const names = Object.keys(COLOURS);

/** Two red pixels on the right of a screen of 4 x 1. */
function gif(background, transparent) {
  const extension = transparent === null ? [] : [0x21, 0xf9, 4, 1, 0, 0, names.indexOf(transparent), 0];
  const screen = [4, 0, 1, 0, 0x91, names.indexOf(background), 0, ...Object.values(COLOURS).flat()];
  const frame = [0x2c, 2, 0, 0, 0, 2, 0, 1, 0, 0];
  // LZW of 2 bits: clear, 0, 0, end.
  const pixels = [2, 2, 0x04, 0x0a, 0];
  return Buffer.from([...Buffer.from("GIF89a"), ...screen, ...extension, ...frame, ...pixels, 0x3b]);
}

for (const [background, transparent] of [["white", null], ["blue", null], ["white", "green"]]) {
  const bytes = gif(background, transparent);
  const { hasAlpha, background: said } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x) => [...data.subarray(x * info.channels, (x + 1) * info.channels)].join(" ");
  const other = new GifReader(bytes);
  const rgba = Buffer.alloc(4 * other.width * other.height);
  other.decodeAndBlitFrameRGBA(0, rgba);
  console.log(`background ${background}, transparent ${transparent ?? "none"}:`);
  console.log(`  sharp: hasAlpha ${hasAlpha}, background ${Object.values(said).join(" ")}, pixels ${[0, 1, 2, 3].map(pixel).join(" | ")}`);
  console.log(`  omggif: pixels ${[0, 1, 2, 3].map((x) => [...rgba.subarray(4 * x, 4 * x + 4)].join(" ")).join(" | ")}`);
}
console.error(`Node ${process.version}, sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`);
JS
node look.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
background white, transparent none:
  sharp: hasAlpha false, background 255 255 255, pixels 0 0 0 | 0 0 0 | 255 0 0 | 255 0 0
  omggif: pixels 0 0 0 0 | 0 0 0 0 | 255 0 0 255 | 255 0 0 255
background blue, transparent none:
  sharp: hasAlpha false, background 0 0 255, pixels 0 0 0 | 0 0 0 | 255 0 0 | 255 0 0
  omggif: pixels 0 0 0 0 | 0 0 0 0 | 255 0 0 255 | 255 0 0 255
background white, transparent green:
  sharp: hasAlpha true, background 255 255 255, pixels 0 0 0 0 | 0 0 0 0 | 255 0 0 255 | 255 0 0 255
  omggif: pixels 0 0 0 0 | 0 0 0 0 | 255 0 0 255 | 255 0 0 255
SEEN
