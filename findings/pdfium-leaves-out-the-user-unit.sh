#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13 (PDFium) gives and renders a page's size without its UserUnit; pdfjs-dist 5.6.205 with it.
#
# A page's /UserUnit (ISO 32000-2, 7.7.3.3) says how many points a unit of its boxes has. Programs write it for pages of
# more than 200 inches, and may for any. Who renders "at 200 dpi" gets another number of pixels from each library, and a
# page in large units comes out of PDFium with too few to read.
# Guess, for a MediaBox of 200 by 100 and a UserUnit of 3: 600 by 300 points in both, since both promise points.
# Seen: 200 by 100 and as many pixels at scale 1 in PDFium, which offers no call for the unit; 600 by 300 in pdf.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @hyzyla/pdfium@2.1.13 pdfjs-dist@5.6.205
cat >look.mjs <<'JS'
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { getDocument, version } from "pdfjs-dist/legacy/build/pdf.mjs";

function onePage(unit) {
  const content = "0 0 100 50 re f";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /UserUnit ${unit} /Resources << >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`, "latin1");
}

const library = await PDFiumLibrary.init();
for (const unit of [1, 3]) {
  const bytes = onePage(unit);
  const document = await library.loadDocument(bytes);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const picture = await page.render({ scale: 1, render: "bitmap" });
  const other = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1);
  const { width, height } = other.getViewport({ scale: 1 });
  console.log(`unit ${unit}: PDFium ${originalWidth} x ${originalHeight}, ${picture.width} x ${picture.height} pixels; pdf.js ${width} x ${height}`);
  document.destroy();
}
library.destroy();
console.error(`pdf.js ${version}`);
JS
seen=$(node look.mjs 2>/dev/null)
echo "$seen"
expected="unit 1: PDFium 200 x 100, 200 x 100 pixels; pdf.js 200 x 100
unit 3: PDFium 200 x 100, 200 x 100 pixels; pdf.js 600 x 300"
[ "$seen" = "$expected" ]
