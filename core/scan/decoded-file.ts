import type { PageImage } from "./page-image.ts";

export type ScanFailureCode =
  | "empty-file"
  | "file-too-large"
  | "unknown-type"
  | "picture-too-large"
  | "damaged-picture"
  | "encrypted-pdf"
  | "damaged-pdf"
  | "pdf-portfolio"
  | "too-many-pages";

/** Why a file or a page of it could not be read, with a sentence for the user. */
export interface ScanFailure {
  readonly code: ScanFailureCode;
  readonly message: string;
}

/** One page of a file: its pixels, or why it could not be decoded. `page` counts from 1. */
export type DecodedPage =
  | { readonly ok: true; readonly page: number; readonly image: PageImage }
  | { readonly ok: false; readonly page: number; readonly failure: ScanFailure };

/** A file that can be read. `pages` decodes one page at a time, so a long stack is never in memory at once. */
export type DecodedFile =
  | { readonly ok: true; readonly pageCount: number; readonly pages: AsyncGenerator<DecodedPage, void, void> }
  | { readonly ok: false; readonly failure: ScanFailure };
