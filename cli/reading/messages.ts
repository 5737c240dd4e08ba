import type { PageOutcome } from "../../core/reading/record.ts";
import type { Quarters } from "../../core/scan/turn-image.ts";
import type { ExitCode } from "../exit-codes.ts";

/** Where a reader leaves pictures of the pages it reads. */
export interface PictureWishes {
  /** Path without ending of the page as PNG with its boxes, wires and names: `<annotated>.png`, `<annotated>.p2.png`. */
  readonly annotated?: string;
  /**
   * Folder for a small JPEG of each page that was read, named by `thumbnailName`, and for the header of each that has no
   * template's QR code, named by `cornerName`.
   */
  readonly thumbnails?: string;
  /** Templates that lie on their side or upside down are turned before they are read, pictures and boxes with them. */
  readonly upright?: boolean;
}

/** Some pages of one file, as they are sent to a worker. */
export interface FileJob extends PictureWishes {
  readonly path: string;
  /** First and last page wanted, from 1; a file may end earlier. */
  readonly from: number;
  readonly to: number;
  /** Pages of the whole file; 0 until it was opened once. */
  readonly pageCount: number;
  /** Pages among them that need no reading: they are known, or they brought a worker down twice. */
  readonly skip: readonly number[];
}

/** The result of reading one page of a file. */
export interface FilePage extends PageOutcome {
  /** SHA-256 of the file's bytes, hex; empty where they could not be read. */
  readonly fileHash: string;
  /** Pages of the whole file; 0 where it is not known. */
  readonly pageCount: number;
  /** How far the page was turned clockwise before it was read: 0 unless `upright` was asked for. */
  readonly turn: Quarters;
}

/** What a worker hears: pages to read, or that it shall begin no more. */
export type PoolMessage = FileJob | "begin-no-more";

export type WorkerMessage =
  | { readonly type: "ready"; readonly model: string }
  | { readonly type: "broken"; readonly message: string }
  | { readonly type: "page-started"; readonly page: number }
  | { readonly type: "page"; readonly result: FilePage }
  /** The system does not let it write, so that going on is of no use. */
  | { readonly type: "refused"; readonly message: string; readonly exitCode: ExitCode }
  | { readonly type: "done"; readonly pageCount: number };

/** The name of a page's small picture: by content, so that it stays right when files are renamed. */
export function thumbnailName(fileHash: string, page: number): string {
  return `${fileHash.slice(0, 32)}-${page}.jpg`;
}

/** The name of the picture of a page's header. */
export function cornerName(fileHash: string, page: number): string {
  return `${fileHash.slice(0, 32)}-${page}-corner.jpg`;
}
