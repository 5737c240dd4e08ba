import { expect, it } from "vitest";
import { decodeText, encodeText } from "./text-encoding.ts";

const NAME = "student_id,name\r\n20230001,Jürgen Müller\r\n";
const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();

it.each([
  ["utf-8", Buffer.from(NAME), NAME],
  ["utf-8", Buffer.from(`\uFEFF${NAME}`), `\uFEFF${NAME}`],
  ["utf-16le", Buffer.from(`\uFEFF${NAME}`, "utf16le"), `\uFEFF${NAME}`],
  ["utf-16le", Buffer.from(NAME, "utf16le"), NAME],
  ["utf-16be", swapped(`\uFEFF${NAME}`), `\uFEFF${NAME}`],
  ["utf-16be", swapped(NAME), NAME],
  ["utf-16le", Buffer.from("20230001,李明\n", "utf16le"), "20230001,李明\n"],
  ["windows-1252", Buffer.from(NAME, "latin1"), NAME],
  ["windows-1252", Buffer.from([0x80, 0x8a, 0x9e, 0x92, 0x96, 0x2e, 0xff, 0x81]), "€Šž’–.ÿ\x81"],
  ["utf-8", Buffer.from(""), ""],
] as const)("decodes %s and writes the same bytes again: %#", (encoding, bytes, text) => {
  expect(decodeText(bytes)).toEqual({ text, encoding });
  expect(Buffer.from(encodeText(text, encoding)!)).toEqual(Buffer.from(bytes));
});

it("agrees with every byte of Windows-1252", () => {
  const all = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  const { text } = decodeText(all)!;
  // Of the WHATWG's table: https://encoding.spec.whatwg.org/index-windows-1252.txt
  expect(text.slice(0, 0x20)).toBe("€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ");
  expect(text.slice(0x20)).toBe(Buffer.from(all.subarray(0x20)).toString("latin1"));
});

it.each([
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
  ["a ZIP file", Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21])],
  ["half a letter of UTF-16", Buffer.from(NAME, "utf16le").subarray(0, 9)],
])("refuses %s", (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

it("writes no Windows-1252 for letters that it lacks", () => {
  expect(encodeText("Nguyễn", "windows-1252")).toBeNull();
  expect(encodeText("😀", "windows-1252")).toBeNull();
});
