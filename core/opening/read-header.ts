import type { PageImage } from "../scan/page-image.ts";
import { type QrCode, readQrCodes } from "../scan/read-qr.ts";
import { type Turn, turnOfQr } from "../scan/turn-image.ts";
import { chooseCode } from "../stack/page-codes.ts";
import { findPageCorner, type PageCorner } from "../stack/page-corner.ts";
import { parseQrText } from "../template/parse-qr-text.ts";

/** What a page says about itself before its drawing is read. */
export interface PageHeader {
  /** All QR codes in the picture. */
  readonly codes: readonly QrCode[];
  /** Their texts. */
  readonly texts: readonly string[];
  /** The text of the code that counts; null if none can be read. */
  readonly qr: string | null;
  /** There is a code, but none can be read. */
  readonly isBlurred: boolean;
  /** Turns the page upright (clockwise): by its template's code, or else by the template's frame. */
  readonly turn: Turn;
  /** Where the header is, on a page whose template's code cannot be read; null if it can. */
  readonly corner: PageCorner | null;
}

/**
 * Finds a page's QR codes and which side is up. A page without a template's code or frame is not turned.
 *
 * @example
 * const { qr, turn } = await readHeader(image);
 */
export async function readHeader(image: PageImage): Promise<PageHeader> {
  const { codes, isBlurred } = await readQrCodes(image);
  const texts = codes.map(({ text }) => text);
  const code = chooseCode(codes);
  const qr = code?.text ?? null;
  if (code !== null && parseQrText(code.text) !== null) {
    return { codes, texts, qr, isBlurred, turn: turnOfQr(code), corner: null };
  }
  const corner = findPageCorner(image);
  return { codes, texts, qr, isBlurred, turn: corner.turn, corner };
}
