import { crc32, deflateSync } from "node:zlib";
import type { ScanFailureCode } from "../../core/scan/decoded-file.ts";
import { fileNameOf } from "../../core/testdata/drawn-pages/page-list.ts";

/** A file that no page can be read from, and why. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly code: ScanFailureCode;
  readonly note: string;
}

/** Four kinds of wrong files that students hand in; `jpeg` is a good picture, which is cut off. */
export function hostileFiles(jpeg: Uint8Array): HostileFile[] {
  const text = "This is my answer: the half adder is an XOR and an AND.\n";
  return [
    {
      name: fileNameOf({ student: 14, item: 1, extension: "png" }),
      bytes: Buffer.from(text.repeat(4)),
      code: "unknown-type",
      note: "a text that was renamed",
    },
    {
      name: fileNameOf({ student: 15, item: 1, extension: "jpg" }),
      bytes: jpeg.subarray(0, Math.min(24_000, jpeg.length >> 1)),
      code: "damaged-picture",
      note: "an upload that broke off",
    },
    {
      name: fileNameOf({ student: 16, item: 1, extension: "pdf" }),
      bytes: new Uint8Array(0),
      code: "empty-file",
      note: "a file of no bytes",
    },
    {
      name: fileNameOf({ student: 17, item: 1, extension: "png" }),
      bytes: blackPng(20_000, 15_000),
      code: "picture-too-large",
      note: "300 megapixels in a few kilobytes",
    },
  ];
}

/** A complete PNG with one bit per pixel, all black. */
function blackPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, greyscale.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
