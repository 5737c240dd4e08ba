#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13 (PDFium): an annotation in a layer that is off is rendered; what a page has in that layer is not.
#
# Programs for marking up drawings put comments, stamps and ink into layers (optional content groups) that readers switch
# off, such as the solution over a task. Who renders such a file for others shows what the author had hidden.
# Guess, for black squares in a layer that is off, as marked content, as a form and as a stamp: none of them is rendered,
# since PDFium looks at layers. With the layer on, all three are.
# Seen: the stamp is rendered in both cases, where poppler 22.12 and MuPDF 1.21 leave it out. PDFium has no call that says
# whether a layer is off: who wants to hide the stamp must read the layers' states from the file without it.
# Source: PDF Reference 1.7, table 8.15, OC: "Before the annotation is drawn, its visibility is determined based on this
# entry"; ISO 32000-1, 8.11.3.3 (Optional Content in XObjects and Annotations).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @hyzyla/pdfium@2.1.13
cat >look.mjs <<'JS'
import { PDFiumLibrary } from "@hyzyla/pdfium";

const stream = (dictionary, content) => `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const form = (more) => stream(`/Type /XObject /Subtype /Form /BBox [0 0 80 80] ${more}`, "0 g 0 0 80 80 re f");

/** A page of 300 x 100 points with three black squares in one layer. */
function pdf(state) {
  const content = "/OC /Layer BDC 0 g 10 10 80 80 re f EMC q 1 0 0 1 110 10 cm /Form Do Q";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /${state} [5 0 R] >> >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Annots [7 0 R] /Resources << /Properties << /Layer 5 0 R >> /XObject << /Form 6 0 R >> >> >>",
    stream("", content),
    "<< /Type /OCG /Name (Solution) >>",
    form("/OC 5 0 R"),
    "<< /Type /Annot /Subtype /Stamp /Rect [210 10 290 90] /F 4 /OC 5 0 R /AP << /N 8 0 R >> >>",
    form(""),
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`, "latin1");
}

const library = await PDFiumLibrary.init();
for (const state of ["ON", "OFF"]) {
  const document = await library.loadDocument(pdf(state));
  const { data, width } = await document.getPage(0).render({ scale: 1, render: "bitmap" });
  const seen = (x) => (data[4 * (50 * width + x)] < 128 ? "black" : "white");
  console.log(`layer ${state}: marked content ${seen(50)}, form ${seen(150)}, stamp ${seen(250)}`);
  document.destroy();
}
library.destroy();
JS
echo "Node $(node --version), @hyzyla/pdfium 2.1.13"
node look.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
layer ON: marked content black, form black, stamp black
layer OFF: marked content white, form white, stamp black
SEEN
