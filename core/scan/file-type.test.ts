import { expect, it } from "vitest";
import { fileType, unreadType } from "./file-type.ts";

it("distinguishes files by their first bytes", () => {
  expect(fileType(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0))).toBe("png");
  expect(fileType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1))).toBe("jpg");
  expect(fileType(new TextEncoder().encode("GIF89a"))).toBe("gif");
  expect(fileType(new TextEncoder().encode("RIFF\u0000\u0000\u0000\u0000WEBPVP8 "))).toBe("webp");
  expect(fileType(Uint8Array.of(0x49, 0x49, 0x2a, 0, 8))).toBe("tiff");
  expect(fileType(Uint8Array.of(0x4d, 0x4d, 0, 0x2a, 0))).toBe("tiff");
  expect(fileType(Uint8Array.of(0x49, 0x49, 0x2b, 0, 8))).toBe("tiff");
  expect(fileType(Uint8Array.of(0x4d, 0x4d, 0, 0x2b, 0))).toBe("tiff");
  expect(fileType(new TextEncoder().encode("\u0000\u0000\u0000\u0018ftypheic"))).toBe("heic");
  expect(fileType(new TextEncoder().encode("\u0000\u0000\u0000\u0018ftypmif1"))).toBe("heic");
  expect(fileType(new TextEncoder().encode("%PDF-1.7"))).toBe("pdf");
  expect(fileType(new TextEncoder().encode("\n\n%PDF-1.4"))).toBe("pdf");
});

it("knows nothing else", () => {
  expect(fileType(new Uint8Array())).toBeNull();
  expect(fileType(Uint8Array.of(0x89, 0x50))).toBeNull();
  expect(fileType(new TextEncoder().encode("quiz.png"))).toBeNull();
  expect(fileType(new TextEncoder().encode("\u0000\u0000\u0000\u0018ftypavif"))).toBeNull();
  expect(fileType(new TextEncoder().encode("RIFF\u0000\u0000\u0000\u0000WAVE"))).toBeNull();
  expect(fileType(new TextEncoder().encode(`${" ".repeat(1100)}%PDF-1.4`))).toBeNull();
});

it("names well-known types that are not read, an AVIF also behind a general brand", () => {
  const heif = (brands: string) =>
    new TextEncoder().encode(`\u0000\u0000\u0000${String.fromCharCode(8 + brands.length)}ftyp${brands}`);
  for (const avif of [heif("avif\0\0\0\0mif1"), heif("mif1\0\0\0\0mif1avifmiaf")]) {
    expect([fileType(avif), unreadType(avif)?.name]).toEqual([null, "an AVIF picture"]);
  }
  const heic = heif("mif1\0\0\0\0mif1heic");
  expect([fileType(heic), unreadType(heic)]).toEqual(["heic", null]);
  expect(unreadType(Uint8Array.of(0x42, 0x4d, 1, 2))?.name).toBe("a BMP picture");
  expect(unreadType(Uint8Array.of(0xff, 0x0a, 1))?.name).toBe("a JPEG XL picture");
  expect(unreadType(new TextEncoder().encode("PK\u0003\u0004"))?.name).toBe("a ZIP or Office file");
  for (const [start, name] of [
    ["\n<!DOCTYPE html><html>", "a web page"],
    ["Rar!\u001a", "a RAR archive"],
    ["\0\0\0\u0018ftypmp42\0\0\0\0isom", "a video"],
    ["\0\0\0\u0014ftypqt  ", "a video"],
    ["{\\rtf1", "a text document"],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<!-- Created with Inkscape -->\n<svg xmlns="x">', "an SVG drawing"],
    ["<svg>", "an SVG drawing"],
    ["P6\n640 480\n255\n", "a PNM picture"],
    [`20230001_quiz[1].png${"\0".repeat(237)}ustar\0`, "a tar archive"],
    ["AT&TFORM", "a DjVu file"],
    ["%!PS-Adobe-3.0", "a PostScript file"],
  ] as const) {
    expect(unreadType(new TextEncoder().encode(start))?.name).toBe(name);
  }
  expect(unreadType(Uint8Array.of(0x1f, 0x8b, 8))?.name).toBe("a Xournal++ file or a compressed archive");
  expect(unreadType(new TextEncoder().encode("quiz.png"))).toBeNull();
  const isArchive = (start: string) => unreadType(new TextEncoder().encode(start))?.isArchive;
  expect([isArchive("Rar!\u001a"), isArchive("BZh9"), isArchive("AT&TFORM")]).toEqual([true, true, false]);
});
