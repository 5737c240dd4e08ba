import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePages } from "./decode-pages.ts";

/** The result of each page, or of the file. */
async function endsOf(bytes: Uint8Array): Promise<string[]> {
  const file = await decodePages(bytes);
  if (!file.ok) return [file.failure.code];
  const ends: string[] = [];
  for await (const page of file.pages) ends.push(page.ok ? "read" : page.failure.code);
  return ends;
}

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`, "latin1");
}

function stream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const small = () => sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } });

describe("PDFs that unfold", () => {
  const page = (more: string) => [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R ${more} >>`,
  ];

  it("a page as large as a field is rendered coarsely", async () => {
    expect(await endsOf(pdfOf(page("/MediaBox [0 0 1000000 1000000]")))).toEqual(["read"]);
  });

  it("content compressed a thousandfold, and forms that draw themselves, terminate", async () => {
    const packed = deflateSync(Buffer.alloc(5_000_000, "0 0 m 1 1 l S "), { level: 9 }).toString("latin1");
    const bomb = [...page("/MediaBox [0 0 200 200] /Contents 4 0 R"), stream("/Filter /FlateDecode", packed)];
    expect((await endsOf(pdfOf(bomb))).length).toBe(1);
    const loop = [
      ...page("/MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>"),
      stream("", "/X Do"),
      stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>", "/X Do /X Do"),
    ];
    expect((await endsOf(pdfOf(loop))).length).toBe(1);
  }, 120_000);

  it("pages that are their own parents are damaged", async () => {
    const loop = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"];
    expect(["damaged-pdf", "read"]).toContain((await endsOf(pdfOf(loop)))[0]);
  });
});

describe("files that are two things at once", () => {
  it("are what their first bytes say: the rest is ignored", async () => {
    const png = await small().png().toBuffer();
    const tail = Buffer.from('<script>alert(1)</script>PK\u0003\u0004<?php system("id"); ?>');
    expect(await endsOf(Buffer.concat([png, tail]))).toEqual(["read"]);
  });

  it("are refused if they only claim to be pictures", async () => {
    for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "PK\u0003\u0004", "MZ", "#!/bin/sh\n", "GIF8"]) {
      expect(["unknown-type", "damaged-picture"]).toContain((await endsOf(Buffer.from(text)))[0]);
    }
  });
});
