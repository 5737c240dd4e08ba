#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13: `render({ scale })` takes a page's size without its fraction of a point.
#
# Sheets of paper in PDFs seldom measure whole points: A4 is 595.28 x 841.89, a receipt or label is small.
# Guess, for a page of 75.6 x 50.4 points at scale 10: a picture of 756 x 504 pixels.
# Seen: 750 x 500. The content is squeezed into it, so a place in the picture times 1 / scale is not the place on the page,
# and pictures of one page at different scales differ by up to a point in their proportions. With `width` and `height` the
# picture has exactly the pixels that are asked for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @hyzyla/pdfium@2.1.13 pdf-lib@1.17.1
cat >look.mjs <<'JS'
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { PDFDocument } from "pdf-lib";

const made = await PDFDocument.create();
// A line at the right edge: its last point.
made.addPage([75.6, 50.4]).drawRectangle({ x: 74.6, y: 0, width: 1, height: 50.4 });
const library = await PDFiumLibrary.init();
const document = await library.loadDocument(await made.save());
const page = document.getPage(0);

const shown = async (options) => {
  const { data, width, height } = await page.render({ ...options, render: "bitmap" });
  const row = Array.from({ length: width }, (_, x) => data[4 * (Math.floor(height / 2) * width + x)]);
  return `${width} x ${height}, the line begins at ${row.findIndex((value) => value < 128)}`;
};
const seen = [await shown({ scale: 10 }), await shown({ width: 756, height: 504 })];
document.destroy();
library.destroy();
console.log("@hyzyla/pdfium 2.1.13, a page of 75.6 x 50.4 points with a line from 74.6 on");
console.log(`scale 10:               ${seen[0]}`);
console.log(`width 756, height 504:  ${seen[1]}`);
const known = ["750 x 500, the line begins at 740", "756 x 504, the line begins at 746"];
if (String(seen) !== String(known)) {
  console.error("The behaviour has changed.");
  process.exit(1);
}
JS
node look.mjs
