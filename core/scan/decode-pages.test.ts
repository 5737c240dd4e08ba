import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { writePdf } from "../basics/write-pdf.ts";
import { decodePages } from "./decode-pages.ts";
import type { DecodedPage } from "./decoded-file.ts";
import type { PageImage } from "./page-image.ts";

async function allPages(bytes: Uint8Array, options = {}): Promise<DecodedPage[]> {
  const file = await decodePages(bytes, options);
  if (!file.ok) throw new Error(file.failure.code);
  const pages: DecodedPage[] = [];
  for await (const page of file.pages) pages.push(page);
  return pages;
}

async function onePage(bytes: Uint8Array, options = {}): Promise<PageImage> {
  const [page] = await allPages(bytes, options);
  if (page?.ok !== true) throw new Error(page?.failure.code);
  return page.image;
}

/** Like a file that a program or a memory card lost a part of: it begins and ends well. */
function withoutMiddle(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.length * 0.6), bytes.subarray(-2)]);
}

/** With zeros before the header of its frame, as some cameras write them: decoders warn, and nothing is lost. */
function withGap(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(10), bytes.subarray(at)]);
}

async function failureOf(bytes: Uint8Array, options = {}): Promise<string> {
  const file = await decodePages(bytes, options);
  if (!file.ok) return file.failure.code;
  for await (const page of file.pages) if (!page.ok) return page.failure.code;
  return "none";
}

function pixel(image: PageImage, x: number, y: number): number[] {
  return [...image.rgb.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3)];
}

/** 40 x 20, red left half, blue right half. */
function halves(): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
    <rect width="20" height="20" fill="#f00"/><rect x="20" width="20" height="20" fill="#00f"/></svg>`;
  return sharp(Buffer.from(svg));
}

/** A PNG that consists of its header and nothing else worth decoding. */
function pngHeader(width: number, height: number): Uint8Array {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", ihdr),
    chunk("IDAT", deflateSync(Buffer.alloc(64))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

const WHITE = [255, 255, 255];

/** The rendering of a page of 300 x 200 points with annotations, and its colour at a point of it. */
async function withAnnotations(annotations: readonly object[]) {
  const bytes = await writePdf({ size: [300, 200], margin: 0 }, (document) => {
    const page = document.addPage();
    for (const each of annotations) {
      const annotation = page.ref({ ...each });
      (page.page as unknown as { annotations: unknown[] }).annotations.push(annotation);
      (annotation as unknown as { end(): void }).end();
    }
  });
  const image = await onePage(bytes);
  const at = (x: number, y: number) => {
    const scale = image.width / 300;
    return pixel(image, Math.round(x * scale), Math.round((200 - y) * scale));
  };
  return { at };
}

function pdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  return writePdf({ size: "A6", ...options }, (document) => {
    for (let page = 0; page < pages; page++) {
      document.addPage();
      document.rect(0, 0, document.page.width / 2, document.page.height).fill(page % 2 === 0 ? "#ff0000" : "#00ff00");
    }
  });
}

/** A TIFF (little-endian) and one of one page as one file: the offsets of the second are moved. */
function joined(first: Buffer, second: Buffer): Buffer {
  const shift = first.length;
  const moved = Buffer.from(second);
  const directory = moved.readUInt32LE(4);
  const count = moved.readUInt16LE(directory);
  const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
  const STRIP_OFFSETS = 273;
  for (let at = directory + 2; at < directory + 2 + 12 * count; at += 12) {
    const tag = moved.readUInt16LE(at);
    const values = moved.readUInt32LE(at + 4);
    const isOutside = (SIZES[moved.readUInt16LE(at + 2)] ?? 1) * values > 4;
    const target = isOutside ? moved.readUInt32LE(at + 8) : at + 8;
    if (tag === STRIP_OFFSETS) {
      for (let i = 0; i < values; i++) moved.writeUInt32LE(moved.readUInt32LE(target + 4 * i) + shift, target + 4 * i);
    }
    if (isOutside) moved.writeUInt32LE(target + shift, at + 8);
  }
  const whole = Buffer.concat([first, moved]);
  let next = 4;
  while (first.readUInt32LE(next) !== 0) {
    const own = first.readUInt32LE(next);
    next = own + 2 + 12 * first.readUInt16LE(own);
  }
  whole.writeUInt32LE(directory + shift, next);
  return whole;
}

/** A TIFF (little-endian) of one page with one more tag, or another value of it. */
function withTag(tiff: Buffer, [tag, type, value]: readonly [number, number, number]): Buffer {
  const from = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(from);
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(tag, 0);
  entry.writeUInt16LE(type, 2);
  entry.writeUInt32LE(1, 4);
  entry.writeUInt32LE(value, 8);
  const old = Array.from({ length: count }, (_, i) => tiff.subarray(from + 2 + 12 * i, from + 14 + 12 * i));
  const others = old.filter((each) => each.readUInt16LE(0) !== tag);
  const entries = [...others, entry].sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const directory = Buffer.concat([Buffer.alloc(2), ...entries, Buffer.alloc(4)]);
  directory.writeUInt16LE(entries.length, 0);
  const moved = Buffer.concat([tiff, directory]);
  moved.writeUInt32LE(tiff.length, 4);
  return moved;
}

describe("decodePages", () => {
  it("reads png, jpg, gif, webp and tiff by their bytes", async () => {
    for (const bytes of [
      await halves().png().toBuffer(),
      await halves().gif().toBuffer(),
      await halves().jpeg().toBuffer(),
      await halves().webp().toBuffer(),
      await halves().tiff().toBuffer(),
    ]) {
      const image = await onePage(bytes);
      expect([image.width, image.height, image.pictureWidth, image.pictureHeight]).toEqual([40, 20, 40, 20]);
      expect(image.rgb.length).toBe(40 * 20 * 3);
      const [red = 0, , blue = 0] = pixel(image, 5, 10);
      expect(red).toBeGreaterThan(230);
      expect(blue).toBeLessThan(40);
    }
  });

  it("reads the pages of a TIFF, each at its size, and of an animation the first frame", async () => {
    const stack = joined(await halves().tiff().toBuffer(), await halves().rotate(90).tiff().toBuffer());
    const pages = await allPages(stack);
    expect(pages.map((page) => page.ok && [page.page, page.image.width, page.image.height])).toEqual([
      [1, 40, 20],
      [2, 20, 40],
    ]);
    expect((await allPages(stack, { wanted: (page: number) => page === 2 })).map(({ page }) => page)).toEqual([2]);
    expect(await failureOf(stack, { maxPages: 1 })).toBe("too-many-pages");
    const pictures = [await halves().png().toBuffer(), await halves().negate().png().toBuffer()];
    const frames = await sharp(pictures, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    expect(await allPages(frames)).toHaveLength(1);
  });

  it("takes a TIFF's reduced pictures and masks for no pages, wherever they are", async () => {
    const copies = [
      withTag(await halves().resize(10).tiff().toBuffer(), [254, 4, 1]),
      withTag(await halves().resize(10).tiff().toBuffer(), [254, 4, 4]),
      withTag(await halves().resize(10).tiff().toBuffer(), [255, 3, 2]),
    ];
    const page = withTag(await halves().tiff().toBuffer(), [254, 4, 2]);
    for (const copy of copies) {
      const pages = await allPages(joined(joined(copy, page), await halves().rotate(90).tiff().toBuffer()));
      expect(pages.map((each) => each.ok && [each.page, each.image.width])).toEqual([
        [1, 40],
        [2, 20],
      ]);
      expect(await allPages(joined(page, copy), { maxPages: 1 })).toHaveLength(1);
      expect(await allPages(copy)).toHaveLength(1);
    }
  });

  it("reads BigTIFF", async () => {
    const image = await onePage(await halves().removeAlpha().tiff({ bigtiff: true }).toBuffer());
    expect([image.width, image.height]).toEqual([40, 20]);
  });

  it.each([
    [34887, "LERC"],
    [34925, "LZMA"],
    [50000, "ZSTD"],
  ])("names a TIFF's compression %i that it cannot read", async (number, name) => {
    const tiff = withTag(await halves().removeAlpha().tiff({ compression: "none" }).toBuffer(), [259, 3, number]);
    const [page] = await allPages(tiff);
    expect(page).toEqual({
      ok: false,
      page: 1,
      failure: {
        code: "unknown-type",
        message: `The TIFF is compressed with ${name}, which is not read. Save it with LZW compression, or as PNG or PDF.`,
      },
    });
  });

  it("says that a TIFF has Lab colours, which it cannot read", async () => {
    for (const colours of [8, 9]) {
      const tiff = await halves().removeAlpha().tiff({ compression: "none" }).toBuffer();
      const file = await decodePages(withTag(tiff, [262, 3, colours]));
      const { value } = file.ok ? await file.pages.next() : { value: file };
      const message = "The TIFF has Lab colours, which are not read. Save it in RGB, or as JPG.";
      expect(value).toMatchObject({ ok: false, failure: { code: "unknown-type", message } });
    }
  });

  it("goes on after a damaged page of a TIFF", async () => {
    const damaged = await noise().tiff({ compression: "deflate" }).toBuffer();
    damaged.fill(0x55, 12, 2000);
    const pages = await allPages(joined(damaged, await halves().tiff().toBuffer()));
    expect(pages.map((page) => (page.ok ? "read" : page.failure.code))).toEqual(["damaged-picture", "read"]);
  });

  it("turns a photo upright by its EXIF mark and reports the upright size", async () => {
    const bytes = await halves()
      .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const image = await onePage(bytes);
    expect([image.width, image.height, image.pictureWidth, image.pictureHeight]).toEqual([20, 40, 20, 40]);
    // Turned clockwise, the left (red) half is the upper one.
    expect(pixel(image, 10, 5)[0]).toBeGreaterThan(200);
    expect(pixel(image, 10, 35)[2]).toBeGreaterThan(200);
  });

  it("shrinks to the long side asked for and keeps the picture's own size", async () => {
    const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "white" } })
      .jpeg()
      .toBuffer();
    const byDefault = await onePage(bytes);
    expect([byDefault.width, byDefault.height, byDefault.pictureWidth]).toEqual([1600, 1067, 3000]);
    expect((await onePage(bytes, { longSide: 600 })).width).toBe(600);
  });

  it("shows transparent parts as white", async () => {
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(pixel(await onePage(bytes), 4, 4)).toEqual([255, 255, 255]);
  });

  it("shows what is drawn with a light pen on nothing as drawn on black", async () => {
    const line = (colour: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="M0 32H64" stroke="${colour}" stroke-width="4"/></svg>`,
        ),
      )
        .png()
        .toBuffer();
    const light = await onePage(await line("#f0f0f0"));
    expect([pixel(light, 32, 32), pixel(light, 32, 5)]).toEqual([
      [240, 240, 240],
      [0, 0, 0],
    ]);
    const dark = await onePage(await line("#202020"));
    expect([pixel(dark, 32, 32), pixel(dark, 32, 5)]).toEqual([
      [32, 32, 32],
      [255, 255, 255],
    ]);
  });

  it("shows a scan whose white was made transparent as drawn on white, though most of what is left is nearly white", async () => {
    const page = Buffer.alloc(64 * 64 * 4);
    for (let y = 0; y < 64; y++) {
      for (let x = 0; x < 64; x++) {
        // Ink in the middle, paper that was not quite white at the right, none at the left.
        const [grey, alpha] = y === 32 ? [32, 255] : x >= 40 ? [250, 255] : [255, 0];
        page.set([grey, grey, grey, alpha], (y * 64 + x) * 4);
      }
    }
    const image = await onePage(
      await sharp(page, { raw: { width: 64, height: 64, channels: 4 } })
        .png()
        .toBuffer(),
    );
    expect([pixel(image, 10, 10), pixel(image, 10, 32)]).toEqual([
      [255, 255, 255],
      [32, 32, 32],
    ]);
  });

  it("reads 16 bit, grey, CMYK and palette pictures as 8-bit RGB", async () => {
    const pictures = [
      await halves().toColourspace("rgb16").png().toBuffer(),
      await halves().toColourspace("b-w").png().toBuffer(),
      await halves().flatten().toColourspace("cmyk").jpeg().toBuffer(),
      await halves().png({ palette: true }).toBuffer(),
    ];
    for (const bytes of pictures) {
      const image = await onePage(bytes);
      expect(image.rgb.length).toBe(40 * 20 * 3);
      expect(Math.max(...pixel(image, 5, 10))).toBeLessThan(256);
      expect(pixel(image, 5, 10)).not.toEqual(pixel(image, 35, 10));
    }
  });

  it("gives an animation's first frame", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0"].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const image = await onePage(bytes);
    expect([image.height, pixel(image, 4, 4)]).toEqual([9, [255, 0, 0]]);
  });

  it("reads each page of a PDF at 200 DPI, in colour", async () => {
    const pages = await allPages(await pdf(2, { size: "A4" }));
    expect(pages.map(({ page }) => page)).toEqual([1, 2]);
    const [first, second] = pages;
    if (first?.ok !== true || second?.ok !== true) throw new Error("both pages are sound");
    // A4 is 210 x 297 mm.
    expect(Math.abs(first.image.pictureWidth - (210 / 25.4) * 200)).toBeLessThan(2);
    expect(pixel(first.image, 10, 10)).toEqual([255, 0, 0]);
    expect(pixel(second.image, 10, 10)).toEqual([0, 255, 0]);
    expect(pixel(second.image, second.image.width - 10, 10)).toEqual([255, 255, 255]);
  });

  it("draws a small page of lines as large as is read", async () => {
    const { image } = (await allPages(await pdf(1, { size: [85, 60] })))[0] as { image: PageImage };
    expect([image.pictureWidth, image.pictureHeight]).toEqual([1600, 1129]);
  });

  it("keeps the pixels of a scan on a page of tiny size", async () => {
    const half = await sharp({ create: { width: 1700, height: 600, channels: 3, background: "white" } })
      .jpeg()
      .toBuffer();
    const bytes = await writePdf({ size: [102.4, 72.3], margin: 0 }, (document) => {
      const page = document.addPage();
      for (const y of [0, 36.15]) page.image(half, 0, y, { width: 102.4, height: 36.15 });
    });
    const { pictureWidth, pictureHeight } = await onePage(bytes);
    expect([pictureWidth, pictureHeight]).toEqual([1700, 1200]);
  });

  it("shows what was typed into a form's fields", async () => {
    const bytes = await writePdf({ size: [300, 100], margin: 0 }, (document) => {
      document.addPage().initForm();
      document.formText("answer", 10, 10, 280, 80, { value: "A AND B", fontSize: 40 });
    });
    const { rgb } = await onePage(bytes);
    expect(rgb.filter((value) => value < 100).length).toBeGreaterThan(1000);
  });

  it("shows the lines that were drawn over a page, as Okular stores them: without an appearance", async () => {
    const drawn = { Type: "Annot", Rect: [0, 0, 300, 200], C: [0, 0, 1], Border: [0, 0, 6], F: 4 };
    const shapes = [
      { Subtype: "Line", L: [20, 150, 280, 150] },
      { Subtype: "PolyLine", Vertices: [20, 100, 150, 100, 150, 60] },
      { Subtype: "Polygon", Vertices: [200, 40, 280, 40, 280, 120] },
    ];
    const { at } = await withAnnotations(shapes.map((shape) => ({ ...drawn, ...shape })));
    const [blue, white] = [
      [0, 0, 255],
      [255, 255, 255],
    ];
    expect([at(30, 150), at(270, 150), at(80, 100), at(150, 80)]).toEqual([blue, blue, blue, blue]);
    // A polygon is closed.
    expect([at(280, 80), at(240, 80)]).toEqual([blue, blue]);
    expect([at(80, 80), at(260, 80), at(290, 150)]).toEqual([white, white, white]);
  });

  it("shows a text box without a ground as Okular stores it, and no icons of notes", async () => {
    const box = { Type: "Annot", Subtype: "FreeText", C: [], Contents: new String("I"), F: 4 };
    const { at } = await withAnnotations([
      { ...box, Rect: [20, 20, 120, 180], DA: new String("0 g /Invalid_font 120 Tf"), Q: 1 },
      { Type: "Annot", Subtype: "Text", Rect: [200, 100, 220, 120], Contents: new String("Is it right?"), F: 4 },
    ]);
    expect([at(30, 100), at(110, 100), at(210, 110)]).toEqual([WHITE, WHITE, WHITE]);
    // The letter, in the middle of its box.
    expect(at(70, 100)).toEqual([0, 0, 0]);
  });

  it("says of a portfolio that its pages are attached, and reads other PDFs with attachments", async () => {
    const words = Buffer.from("4 0 obj << /Type /Catalog /Collection << >> >> endobj");
    function withAttachment(catalog: object): Promise<Uint8Array> {
      return writePdf({ size: "A6", compress: false }, (document) => {
        document.addPage().text("/Collection ").addContent(`% ${words}`);
        document.file(words, { name: "answer.txt" });
        Object.assign((document as unknown as { _root: { data: object } })._root.data, catalog);
      });
    }
    expect(await failureOf(await withAttachment({}))).toBe("none");
    expect(await failureOf(await withAttachment({ Collections: true }))).toBe("none");
    expect(await failureOf(await withAttachment({ Collection: { Type: "Collection", View: "T" } }))).toBe(
      "pdf-portfolio",
    );
  });

  it("renders only the requested pages", async () => {
    const pages = await allPages(await pdf(4), { wanted: (page: number) => page === 2 || page === 4 });
    expect(pages.map(({ page }) => page)).toEqual([2, 4]);
    if (pages[0]?.ok !== true) throw new Error("the page is sound");
    expect(pixel(pages[0].image, 10, 10)).toEqual([0, 255, 0]);
  });

  it("can stop in the middle of a stack", async () => {
    const file = await decodePages(await pdf(3));
    if (!file.ok) throw new Error(file.failure.code);
    expect(file.pageCount).toBe(3);
    for await (const page of file.pages) {
      expect(page.page).toBe(1);
      break;
    }
    expect((await file.pages.next()).done).toBe(true);
  });

  it("refuses a PDF with too many pages, and accepts it if more are allowed", async () => {
    const stack = await pdf(11);
    expect(await failureOf(stack)).toBe("too-many-pages");
    expect(await allPages(stack, { maxPages: 11 })).toHaveLength(11);
  });

  it.each([
    ["an empty file", async () => new Uint8Array(), "empty-file"],
    ["text named .png", async () => Buffer.from("AND gate, OR gate"), "unknown-type"],
    ["an AVIF", async () => halves().avif().toBuffer(), "unknown-type"],
    ["a png header of 300 megapixels", async () => pngHeader(20_000, 15_000), "picture-too-large"],
    ["a png without its pixels", async () => pngHeader(400, 400), "damaged-picture"],
    ["a png header alone", async () => (await halves().png().toBuffer()).subarray(0, 12), "damaged-picture"],
    ["a jpg cut off", async () => cutOff(await noise().jpeg().toBuffer()), "damaged-picture"],
    ["a jpg in which data are missing", async () => withoutMiddle(await noise().jpeg().toBuffer()), "damaged-picture"],
    [
      "such a jpg that is turned and has bytes between its parts",
      async () => withGap(withoutMiddle(await noise().withMetadata({ orientation: 6 }).jpeg().toBuffer())),
      "damaged-picture",
    ],
    ["a jpg without its end mark", async () => (await noise().jpeg().toBuffer()).subarray(0, -2), "none"],
    [
      "a progressive jpg without it",
      async () => (await noise().jpeg({ progressive: true }).toBuffer()).subarray(0, -2),
      "none",
    ],
    ["a jpg with bytes between its parts", async () => withGap(await noise().jpeg().toBuffer()), "none"],
    ["a png cut off", async () => cutOff(await noise().png().toBuffer()), "damaged-picture"],
    ["a webp cut off", async () => cutOff(await noise().webp().toBuffer()), "damaged-picture"],
    ["a tiff cut off", async () => cutOff(await noise().tiff().toBuffer()), "damaged-picture"],
    ["a gif cut off", async () => cutOff(await noise().gif().toBuffer()), "damaged-picture"],
    ["a PDF with a password", async () => pdf(1, { userPassword: "secret", pdfVersion: "1.7" }), "encrypted-pdf"],
    ["a PDF of which only the head is left", async () => (await pdf(1)).subarray(0, 40), "damaged-pdf"],
    [
      "a PDF mark before rubbish",
      async () => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(500, 7)]),
      "damaged-pdf",
    ],
  ])("says whether and why it does not read %s", async (_, make, code) => {
    expect(await failureOf(await make())).toBe(code);
  });

  it.each([
    [
      "a GIF",
      { format: "gif", side: 6200 },
      "as a GIF it may have at most 38 megapixels. Save it smaller, or as a JPG",
    ],
    [
      "an interlaced PNG",
      { format: "png", side: 6300, channels: 4 },
      "as an interlaced PNG it may have at most 38 mega",
    ],
    ["a progressive JPG", { format: "jpeg", side: 5100 }, "as a progressive JPG it may have at most 25 megapixels"],
  ] as const)("refuses %s that would be decoded as a whole in too much memory", async (_, picture, message) => {
    const { side, format } = picture;
    const blank = sharp({
      create: { width: side, height: side, channels: "channels" in picture ? 4 : 3, background: "#fff" },
      limitInputPixels: false,
    });
    const options = { progressive: true, chromaSubsampling: "4:4:4" };
    const file = await decodePages(await blank.toFormat(format, options).toBuffer());
    expect(file).toMatchObject({ failure: { code: "picture-too-large", message: expect.stringContaining(message) } });
  });

  it("says what to do about a picture of more pixels than are read, as some phones take them", async () => {
    expect(await decodePages(pngHeader(16_320, 12_240))).toMatchObject({
      failure: {
        code: "picture-too-large",
        message:
          "The picture has 16320 x 12240 pixels; at most 50 megapixels are read. Choose a smaller picture size in the camera.",
      },
    });
  });

  it("reads what phones of 50 megapixels take, which has a few more", async () => {
    const size = { width: 8192, height: 6144 };
    const blank = sharp({ create: { ...size, channels: 3, background: "#fff" } });
    expect(await failureOf(await blank.jpeg().toBuffer())).toBe("none");
    expect(await failureOf(await blank.jpeg({ progressive: true }).toBuffer())).toBe("none");
    expect((await decodePages(pngHeader(8500, 6000))).ok).toBe(false);
  });

  it("refuses a picture that would take more as a whole than it is allowed", async () => {
    const blank = sharp({ create: { width: 400, height: 500, channels: 3, background: "#fff" } });
    const bytes = await blank.png({ progressive: true }).toBuffer();
    expect(await decodePages(bytes, { wholePictureBytes: 500_000 })).toMatchObject({
      failure: { code: "picture-too-large" },
    });
    expect((await decodePages(bytes, { wholePictureBytes: 700_000 })).ok).toBe(true);
  });

  it("reads large pictures that are decoded line by line, and the progressive photo of a phone", async () => {
    const blank = sharp({ create: { width: 6000, height: 8000, channels: 3, background: "#fff" } });
    for (const bytes of [
      await blank.clone().png({ compressionLevel: 1 }).toBuffer(),
      await blank.clone().jpeg({ progressive: true }).toBuffer(),
    ]) {
      expect(await failureOf(bytes)).toBe("none");
    }
  });

  it("says what to do about a file that is not read: an archive is unpacked", async () => {
    const wordsOf = async (start: string) => {
      const file = await decodePages(Buffer.from(start, "latin1"));
      return file.ok ? null : file.failure.message;
    };
    expect(await wordsOf("7z\xbc\xaf\x27\x1c")).toBe(
      "The file is a 7-Zip archive, which is not read. Unpack it, and add the files that are in it.",
    );
    expect(await wordsOf("AT&TFORM")).toBe("The file is a DjVu file, which is not read. Save it as JPG, PNG or PDF.");
  });

  it("refuses a file that is too large before opening it", async () => {
    expect(await failureOf(await halves().png().toBuffer(), { maxBytes: 20 })).toBe("file-too-large");
  });
});

function noise(): Sharp {
  return sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
}

function cutOff(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length * 0.6));
}
