import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, it } from "vitest";
import { decodePages } from "./decode-pages.ts";

const [WIDTH, HEIGHT] = [400, 300];

/** A page of a PDF with a grey picture of 8 bits; `place` is its width, height, left and bottom side on the page. */
function pdfOf(picture: string, { bytes, place = "400 0 0 300 0 0" }: { bytes: Buffer; place?: string }): Buffer {
  const stream = (dictionary: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from("\nendstream"),
    ]);
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
    ),
    stream("", Buffer.from(`${place} cm /I Do`)),
    stream(`/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 ${picture}`, bytes),
  ];
  const body = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    object,
    Buffer.from("\nendobj\n"),
  ]);
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...body, Buffer.from("trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n")]);
}

/** A JPEG with zeros in a kind of its tables, from a byte of them on. */
function emptied(jpeg: Buffer, [marker, from]: readonly [number, number]): Buffer {
  const broken = Buffer.from(jpeg);
  for (let at = 2; broken[at + 1] !== 0xda; at += 2 + broken.readUInt16BE(at + 2)) {
    const end = at + 2 + broken.readUInt16BE(at + 2);
    if (broken[at + 1] === marker) broken.fill(0, at + 5 + from, end);
  }
  return broken;
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="400" height="300" fill="#fff"/><path d="M40 40L300 250" stroke="#000" stroke-width="5"/></svg>`;
const blank = { create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#fff" } } as const;
const drawn = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
const jpeg = await sharp(Buffer.from(svg)).greyscale().jpeg().toBuffer();
const blankJpeg = await sharp(blank).greyscale().jpeg().toBuffer();

async function endOf(pdf: Buffer): Promise<string> {
  const file = await decodePages(pdf);
  if (!file.ok) return file.failure.code;
  const { value } = await file.pages.next();
  await file.pages.return();
  return value?.ok ? "read" : (value?.failure.message ?? "no page");
}

const LOST =
  "The picture on the page is damaged in the PDF, whatever was drawn: some programs write it wrongly. Scan it again as JPG.";
const FLATE = "/Filter /FlateDecode /ColorSpace";
const JPEG = "/Filter /DCTDecode /ColorSpace /DeviceGray";

it.each([
  ["a table of colours that is empty", "[/Indexed /DeviceGray 255 <>]"],
  ["a table of colours that is missing", "[/Indexed /DeviceGray 255 9 0 R]"],
  ["a table of colours that are all the same", `[/Indexed /DeviceGray 255 <${"c8".repeat(256)}>]`],
  ["a range without extent", "/DeviceGray /Decode [1 1]"],
])("says that the file is at fault: %s", async (_, colours) => {
  expect(await endOf(pdfOf(`${FLATE} ${colours}`, { bytes: deflateSync(drawn) }))).toBe(LOST);
});

it("says that the file is at fault if a JPEG's tables are empty, also with margins around it", async () => {
  // Lengths and values of the codes, values alone, and steps of the brightness.
  for (const table of [
    [0xc4, 0],
    [0xc4, 16],
    [0xdb, 0],
  ] as const) {
    for (const place of ["400 0 0 300 0 0", "340 0 0 255 30 20"]) {
      expect(await endOf(pdfOf(JPEG, { bytes: emptied(jpeg, table), place })), `${table} ${place}`).toBe(LOST);
    }
  }
});

it("says that the file is at fault if a JPEG was cut off, and takes grey paint for what it is", async () => {
  const paint = svg.replace("</svg>", '<path d="M0 150H400V300H0z" fill="#808080"/></svg>');
  const [cut, grey] = [
    jpeg.subarray(0, 0.6 * jpeg.length),
    await sharp(Buffer.from(paint)).greyscale().jpeg().toBuffer(),
  ];
  expect(await endOf(pdfOf(JPEG, { bytes: cut }))).toBe(LOST);
  expect(await endOf(pdfOf(JPEG, { bytes: grey }))).toBe("read");
  // Readers skip what is before its first marker.
  const late = (bytes: Buffer) => pdfOf(JPEG, { bytes: Buffer.concat([Buffer.from("\r\n"), bytes]) });
  expect([await endOf(late(cut)), await endOf(late(grey))]).toEqual([LOST, "read"]);
});

/** A JBIG2 picture of one region of MMR (ISO/IEC 14492, 7.4.6), with its bits. */
function jbig2(bits: string): Buffer {
  const codes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const numbers = (...all: number[]) => Buffer.from(all.flatMap((value) => [0, 0, value >> 8, value & 255]));
  const segment = ([number, type]: readonly [number, number], content: Buffer) =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(content.length), content]);
  const page = Buffer.concat([numbers(WIDTH, HEIGHT, 0, 0), Buffer.alloc(3)]);
  return Buffer.concat([
    segment([0, 48], page),
    segment([1, 38], Buffer.concat([numbers(WIDTH, HEIGHT, 0, 0), Buffer.from([0, 1]), codes])),
  ]);
}

const JBIG2 = "/Filter /JBIG2Decode /ColorSpace /DeviceGray /BitsPerComponent 1";

it("says that the file is at fault if a JBIG2 picture that is not blank is shown as white", async () => {
  // A white and a black pixel in turn, then each row as the one above it.
  const stripes = "001000111010".repeat(WIDTH / 2) + "1".repeat(WIDTH * (HEIGHT - 1));
  expect(await endOf(pdfOf(JBIG2, { bytes: jbig2(stripes) }))).toBe(LOST);
  expect(await endOf(pdfOf(JBIG2, { bytes: jbig2("1".repeat(HEIGHT + 4)) }))).toBe("read");
});

it("reads whole pictures, and blank ones", async () => {
  const ramp = Buffer.from(Array.from({ length: 256 }, (_, value) => value)).toString("hex");
  const blank = deflateSync(Buffer.alloc(WIDTH * HEIGHT, 255));
  for (const pdf of [
    pdfOf(`${FLATE} /DeviceGray`, { bytes: deflateSync(drawn) }),
    pdfOf(`${FLATE} [/Indexed /DeviceGray 255 <${ramp}>]`, { bytes: deflateSync(drawn) }),
    pdfOf(`${FLATE} /DeviceGray /Decode [1 0]`, { bytes: deflateSync(drawn) }),
    pdfOf(`${FLATE} /DeviceGray`, { bytes: blank }),
    pdfOf(JPEG, { bytes: jpeg }),
    pdfOf(JPEG, { bytes: blankJpeg }),
  ]) {
    expect(await endOf(pdf)).toBe("read");
  }
});
