import type { PagePlace } from "../../core/corrections/correction-schemas.ts";
import type { NoAnswer } from "../../core/opening/no-answer.ts";
import type { Threshold } from "../../core/page/threshold.ts";
import type { DatedStatement } from "../../core/page-record/statement.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { PageOutcome } from "../../core/reading/record.ts";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { Turn } from "../../core/scan/turn-image.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { FileShare } from "./part.ts";

/** Where a reader writes pictures of the pages it reads. */
export interface PictureWishes {
  /**
   * Path without extension of the page as PNG with its boxes, wires and names: `<annotated>.png`, `<annotated>.p2.png`.
   */
  readonly annotated?: string;
  /** Path without extension of what each stage saw and decided: `<stages>.2-ink.png`, `<stages>.p2.2-ink.png` … */
  readonly stages?: string;
  /**
   * Folder for a small JPEG of each page that was read, named by `thumbnailName`, and for the header of each page
   * without a template's QR code, named by `cornerName`.
   */
  readonly thumbnails?: string;
}

/** A job for a worker: some pages of one file. */
export interface FileJob extends PictureWishes {
  readonly path: string;
  /** First and last page to read, from 1; a file may end earlier. */
  readonly from: number;
  readonly to: number;
  /** Pages of the whole file; 0 until it was opened once. */
  readonly pageCount: number;
  /** Pages among them that need no reading: they are known, or they crashed a worker twice. */
  readonly skip: readonly number[];
  /** What people have corrected of the file's pages. */
  readonly corrections?: readonly SaidPage[];
  /** The pages to read, if the others are left to other machines. */
  readonly share?: FileShare | undefined;
}

/** What people have said of a page, wherever its file is and whatever it is called. */
export interface SaidPage extends PagePlace {
  /** What it was read with. */
  readonly threshold: Threshold;
  readonly statements: readonly DatedStatement[];
}

/** The result of reading one page of a file. */
export interface FilePage extends PageOutcome {
  /** SHA-256 of the file's bytes, hex; empty if they could not be read. */
  readonly fileHash: string;
  /** Pages of the whole file; 0 if it is not known. */
  readonly pageCount: number;
  /** The sheets in the picture, if each is a page of its own: see `sheetNumber`. Missing: 1. */
  readonly sheets?: number;
  /** Set for a page that cannot be anybody's answer. */
  readonly noAnswer?: NoAnswer;
  /** Set for a page that people have corrected: with what it was read, and what the machine had read. */
  readonly corrected?: Pick<SaidPage, "threshold" | "statements"> & { readonly machine: PageReading };
  /** How far the page was turned clockwise before it was read; pictures and boxes are turned, too. */
  readonly turn: Turn;
}

/** A page that could not be read, or was not reached. */
export function failedPage(
  page: Pick<FilePage, "page" | "sheets" | "fileHash" | "pageCount">,
  { code, message }: Problem,
): FilePage {
  const failure = { code, message };
  return { ...page, turn: 0, qr: null, width: 0, height: 0, reading: null, failure, seconds: 0 };
}

/** What a worker reports while it reads a file: the page that it starts (from 1), then its result. */
export type FileNews = { readonly started: number } | { readonly page: FilePage };

/** How the reading of some pages of a file ended. */
export type FileEnd =
  /** Pages of the whole file. */
  | { readonly pageCount: number }
  /** The system does not let the worker write, so reading the other pages is of no use. */
  | { readonly refused: { readonly message: string; readonly exitCode: ExitCode } };

/** What the command's workers do. */
export interface ReadingWork {
  /** Loads the detector; returns the SHA-256 of its model, hex. */
  model: { request: null; answer: string };
  /** Reads some pages of one file. */
  pages: { request: FileJob; answer: FileEnd; news: FileNews };
  /** Reads a spreadsheet's bytes. */
  table: { request: Uint8Array; answer: ReadSpreadsheet };
}

/**
 * The number of a sheet, counted from 0, in a page that shows several: the first has the page's own number, the others
 * have those that no page of the file has. So nothing else needs to know of sheets.
 *
 * @example
 * sheetNumber({ page: 2, pageCount: 3 }, 1); // 5
 */
export function sheetNumber({ page, pageCount }: Pick<FilePage, "page" | "pageCount">, sheet: number): number {
  return page + sheet * pageCount;
}

/** The page that shows a sheet with such a number. */
export function pageOfSheet({ page, pageCount }: Pick<FilePage, "page" | "pageCount">): number {
  return pageCount === 0 ? page : ((page - 1) % pageCount) + 1;
}

/**
 * What the web says of a page. It knows the sheets of one picture by their students, not by numbers: nothing of it is
 * taken for one of several sheets.
 */
export function saidOfPage<Said extends PagePlace>(
  { fileHash, page, turn, sheets = 1 }: Pick<FilePage, "fileHash" | "page" | "turn" | "sheets">,
  said: readonly Said[],
): Said | undefined {
  if (sheets > 1) return undefined;
  return said.find((each) => each.sha256 === fileHash && each.page === page && each.turn === turn);
}

/** The name of a page's small picture: by content, so that it stays valid when files are renamed. */
export function thumbnailName(fileHash: string, page: number): string {
  return `${fileHash.slice(0, 32)}-${page}.jpg`;
}

/** The name of the picture of a page's header. */
export function cornerName(fileHash: string, page: number): string {
  return `${fileHash.slice(0, 32)}-${page}-corner.jpg`;
}
