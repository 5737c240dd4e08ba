import { deflateSync } from "node:zlib";

/** A PDF of 2 kB whose content expands, in two steps, to `megabytes`. */
export function doubleFlateBomb(megabytes: number): Buffer {
  const once = packed(Buffer.alloc(megabytes * 1_000_000, "q "));
  return pdfOf(stream("/Filter [/FlateDecode /FlateDecode]", packed(once)));
}

/** A PDF with a page of this many curves; each crosses the page, so that drawing takes long. */
export function curvesBomb(curves: number): Buffer {
  const drawn = Buffer.from("0 0 m 10 20 300 400 50 600 c S ".repeat(curves));
  return pdfOf(stream("/Filter /FlateDecode", packed(drawn)));
}

function packed(bytes: Buffer): Buffer {
  return deflateSync(bytes, { level: 9 });
}

function stream(dictionary: string, content: Buffer): Buffer {
  const begin = Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`);
  return Buffer.concat([begin, content, Buffer.from("\nendstream")]);
}

/** A PDF of one A4 page with this content. */
function pdfOf(content: Buffer): Buffer {
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>"),
    content,
  ];
  const body = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]),
  );
  const end = `trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...body, Buffer.from(end)]);
}
