/** How the letters of a text file are stored. */
export const TEXT_ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** The text of a file, with its byte order mark if it has one. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** The message about a file that `decodeText` refuses. */
export const NOT_TEXT = 'The file is not text. Save the table as "CSV UTF-8" and try again.';

/** What Windows-1252 has at 0x80 to 0x9F. Node 20's own decoder reads control characters there. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Characters that no spreadsheet writes into a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f]/;

/**
 * The text of a file in one of the encodings in which spreadsheets save CSV: UTF-8 and UTF-16, with or without a byte
 * order mark, or else Windows-1252. Null if it is no text.
 *
 * @example
 * decodeText(new Uint8Array([0x4a, 0xfc])); // { text: "Jü", encoding: "windows-1252" }
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const wide = utf16Of(bytes);
  const found = wide === null ? (unicode(bytes, "utf-8") ?? windows1252(bytes)) : unicode(bytes, wide);
  return found === null || NO_TEXT.test(found.text) ? null : found;
}

/** The kind of UTF-16, by its byte order mark or by the zero bytes of its plain letters; null for other encodings. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 0) zeros[index % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (even === odd) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

function unicode(bytes: Uint8Array, encoding: "utf-8" | "utf-16le" | "utf-16be"): DecodedText | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

function windows1252(bytes: Uint8Array): DecodedText {
  const latin = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const text = latin.replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80]!);
  return { text, encoding: "windows-1252" };
}

/**
 * The bytes of a text; null if the encoding lacks one of its letters, as only Windows-1252 does.
 *
 * @example
 * encodeText("Jü", "windows-1252"); // new Uint8Array([0x4a, 0xfc])
 */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "windows-1252") {
    const codes = Array.from(text, windows1252Code);
    return codes.includes(-1) ? null : new Uint8Array(codes);
  }
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index++) {
    view.setUint16(2 * index, text.charCodeAt(index), encoding === "utf-16le");
  }
  return bytes;
}

/** The letter's byte, or -1. */
function windows1252Code(letter: string): number {
  const code = letter.charCodeAt(0);
  if (letter.length === 1 && (code < 0x80 || (code >= 0xa0 && code <= 0xff))) return code;
  const index = WINDOWS_1252.indexOf(letter);
  return index === -1 ? -1 : 0x80 + index;
}

/** Two or more bytes of UTF-8 that were read as letters of Windows-1252. */
const MISREAD = /[\xc2-\xf4][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/**
 * A text whose UTF-8 another program took for Windows-1252, as it was before; any other text as it is.
 *
 * @example
 * repairedText("MuÃ±oz"); // "Muñoz"
 */
export function repairedText(text: string): string {
  const bytes = MISREAD.test(text) ? encodeText(text, "windows-1252") : null;
  return (bytes && unicode(bytes, "utf-8")?.text) ?? text;
}
