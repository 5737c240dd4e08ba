import { expect, it } from "vitest";
import { tiffDirectories } from "./tiff-directories.ts";

/** A little-endian TIFF whose directories, with one tag each, are at these places; each names the next. */
function tiff(...places: number[]): Uint8Array {
  const bytes = Buffer.alloc(200);
  bytes.write("II*\0", "latin1");
  let next = 4;
  for (const place of places) {
    bytes.writeUInt32LE(place, next);
    bytes.writeUInt16LE(1, place);
    bytes.writeUInt16LE(254, place + 2);
    bytes.writeUInt16LE(4, place + 4);
    bytes.writeUInt32LE(1, place + 10);
    next = place + 14;
  }
  return bytes;
}

it("follows the directories of a TIFF, and stops where they go in a circle or out of the file", () => {
  const copy = { isCopy: true, compression: 1, colours: 0 };
  expect(tiffDirectories(tiff(8, 100))).toEqual([copy, copy]);
  expect(tiffDirectories(tiff(8, 100, 8))).toEqual([copy, copy]);
  const broken = tiff(8, 100);
  broken.fill(0xff, 22, 26);
  expect(tiffDirectories(broken)).toEqual([copy]);
  expect(tiffDirectories(Buffer.from("II*\0"))).toEqual([]);
});

it("does not go through a directory of more entries than a picture has", () => {
  const bytes = tiff(8);
  bytes.fill(0xff, 8, 10);
  expect(tiffDirectories(bytes)).toEqual([]);
});
