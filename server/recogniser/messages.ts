import type { Overlaid } from "../../core/annotate/overlay.ts";
import type { explainPage, PageExplanation } from "../../core/answers/explain-page.ts";
import type { Corrections } from "../../core/corrections/correct-marks.ts";
import type { FeedbackFormat } from "../../core/feedback/feedback-file.ts";
import type { StudentFeedback } from "../../core/feedback/student-feedback.ts";
import type { LackingLetters, Printed } from "../../core/fonts/lacking-letters.ts";
import type { PictureBox } from "../../core/geometry/coordinates.ts";
import type { GradebookGrades, GradebookOutcome } from "../../core/gradebook/fill-gradebook.ts";
import type { NoAnswer } from "../../core/opening/no-answer.ts";
import type { Threshold } from "../../core/page/threshold.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { pageResult, ResultSource } from "../../core/results/page-result.ts";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import type { FileType } from "../../core/scan/file-type.ts";
import type { Turn } from "../../core/scan/turn-image.ts";
import type { UnpackedZip } from "../../core/scan/unpack-zip.ts";
import type { AnswerDrawing, ItemCopies } from "../../core/similarity/copies/copies-by-item.ts";
import type { DismissedPair } from "../../core/similarity/dismissed-pairs.ts";
import type { PageOwner } from "../../core/template/parse-qr-text.ts";
import type { PrintedQuestion } from "../../core/template/question-block.ts";
import type { TemplateContent } from "../../core/template/template-pdf.ts";
import type { WorkMessage } from "../../workers/messages.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { CheckedKeys, SentKeys } from "./check-keys.ts";
import type { NamedExpressions, truthTables } from "./truth-tables.ts";

/** A page of a stored file. */
export interface PageRef {
  /** The path of the file. */
  readonly path: string;
  /** From 1. */
  readonly page: number;
  /** How far to turn it clockwise first. */
  readonly turn: Turn;
  /** Nothing outside the template's border may be seen; reading is not affected. */
  readonly hideHeader?: boolean;
  /** Of several sheets in the picture, theirs is read, and nothing else may be seen. */
  readonly owner?: Required<PageOwner>;
}

/** A part of a page. */
export interface ShownPart {
  /** In whole pixels of the upright page. */
  readonly box: PictureBox;
  /** The size of that page. */
  readonly of: { readonly width: number; readonly height: number };
}

/** Why a file cannot be read, with a sentence for the user: trying again does not help. */
export interface Unreadable {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

/** What an upload is: its type by its bytes, and the page with the expected QR code. */
export type Inspection =
  | {
      readonly ok: true;
      readonly type: FileType;
      readonly page: number;
      /** Of the whole file. */
      readonly pageCount: number;
      /** Whether all pages could be decoded. */
      readonly isWhole: boolean;
      /** All pages whose codes fit as well as that page's. */
      readonly sheets: readonly number[];
      /** Quarter turns that make that page upright. */
      readonly turn: Turn;
      /** The texts of that page's codes; empty if no page has one. */
      readonly codes: readonly string[];
      /** No page has a code that can be read, but one has a code. */
      readonly isBlurred: boolean;
      /** That page shows several sheets, so that a person must say which one counts. */
      readonly asksWhich: boolean;
    }
  | Unreadable;

/** `model`: SHA-256 of the detector's files, hex. */
export type ReadOutcome = { readonly ok: true; readonly reading: PageReading; readonly model: string } | Unreadable;
export type PictureOutcome = { readonly ok: true; readonly bytes: Uint8Array } | Unreadable;

/** How many pages a file of a stack has. */
export type Count = { readonly ok: true; readonly type: FileType; readonly pages: number } | Unreadable;

/** What a page of a stack says about itself; for one that shows several sheets there is one for each. */
export type SortedPage = { readonly page: number } & (
  | {
      readonly ok: true;
      /** The texts of its QR codes. */
      readonly codes: readonly string[];
      /** There is a code, but none can be read. */
      readonly isBlurred: boolean;
      /** Quarter turns that make it upright, according to its code or else the template's frame. */
      readonly turn: Turn;
      /** What the page is if it cannot be an answer. */
      readonly noAnswer: NoAnswer | null;
    }
  | Unreadable
);

/** What a worker can do: for each kind of work its input and its result. */
export interface Work {
  inspect: { request: { readonly path: string; readonly wanted: Required<PageOwner> }; answer: Inspection };
  /** The lines of a spreadsheet. */
  table: { request: { readonly path: string }; answer: ReadSpreadsheet };
  /** Unpacks the pages in a ZIP file into a new folder. */
  unpack: { request: { readonly path: string; readonly folder: string }; answer: UnpackedZip };
  /** The pages of a file of a stack. */
  count: { request: { readonly path: string }; answer: Count };
  /** What some pages of a stack's file say about themselves. */
  sort: { request: { readonly path: string; readonly pages: readonly number[] }; answer: readonly SortedPage[] };
  /** The file as a PDF without these pages, from 1. */
  withoutPages: { request: { readonly path: string; readonly without: readonly number[] }; answer: PictureOutcome };
  /** A page of a file as a PDF of its own. */
  onePage: { request: Omit<PageRef, "turn">; answer: PictureOutcome };
  /** The upright header of a page whose student is unknown, a JPEG. */
  corner: { request: Omit<PageRef, "turn">; answer: PictureOutcome };
  /** A PDF of templates. */
  templates: { request: TemplateContent & { readonly fontsDir: string | undefined }; answer: PictureOutcome };
  /** A question's picture as it is stored, the one of `sent` redrawn, and whether the question fits on its sheet. */
  question: {
    request: PrintedQuestion & { readonly sent: Uint8Array | null; readonly fontsDir: string | undefined };
    /** `picture` is null if there is none, or what was sent is none. */
    answer: { readonly picture: Uint8Array | null; readonly fits: boolean };
  };
  /** The keys of a task's form. */
  keys: { request: readonly SentKeys[]; answer: CheckedKeys };
  /** The truth tables of expressions, or what is wrong with them. */
  tables: { request: NamedExpressions; answer: ReturnType<typeof truthTables> };
  /** A profile image as it is stored; null if these bytes are none. */
  profileImage: { request: Uint8Array; answer: Uint8Array | null };
  /** What a PDF would lack, because no font has the letters. */
  lacking: { request: Printed & { readonly fontsDir: string | undefined }; answer: LackingLetters };
  read: {
    request: Required<Omit<PageRef, "hideHeader">> & {
      readonly threshold: Threshold;
      /** Null: the machine's own reading. */
      readonly corrections: Corrections | null;
      /** A file that caches what the detector saw, so that the next reading is quick; created if it is missing. */
      readonly sightPath: string;
      /** If the picture shows several sheets, a person must say which one counts, whatever their codes say. */
      readonly asksWhich: boolean;
    };
    answer: ReadOutcome;
  };
  /** Loads the networks, as reading needs them. */
  load: { request: null; answer: null };
  /** The upright page or a part of it as a JPEG, with this many pixels on its long side, if it has as many. */
  picture: {
    request: PageRef & { readonly longSide: number; readonly part?: ShownPart | null };
    answer: PictureOutcome;
  };
  /** The page after the threshold filter, a PNG. */
  filter: { request: PageRef & { readonly threshold: Threshold }; answer: PictureOutcome };
  /** One page of a student's feedback, a JPEG; without `overlaid` only the upright page. */
  marked: { request: PageRef & { readonly overlaid: Overlaid | null }; answer: PictureOutcome };
  /** A gradebook with grades filled in. */
  gradebook: { request: GradebookGrades & { readonly bytes: Uint8Array }; answer: GradebookOutcome };
  /** Copies among a class's drawings. */
  copies: {
    request: {
      readonly drawings: readonly AnswerDrawing[];
      readonly earlier: readonly AnswerDrawing[];
      readonly chance: number;
      readonly dismissed: readonly DismissedPair[];
    };
    answer: readonly ItemCopies[];
  };
  /** What the machine makes of pages, as lines for programs, by student and item. */
  results: {
    request: {
      readonly pages: readonly { readonly source: ResultSource; readonly judging: Parameters<typeof pageResult>[1] }[];
    };
    answer: string;
  };
  /** What would make a page's circuit right. */
  explain: {
    request: {
      readonly reading: Parameters<typeof explainPage>[0];
      readonly keys: Parameters<typeof explainPage>[1];
    };
    answer: PageExplanation;
  };
  /** A student's feedback with the pages of `pages`, by item, and each of these pages as a JPEG. */
  feedback: {
    request: {
      readonly feedback: StudentFeedback;
      readonly pages: readonly (PageRef & { readonly item: number; readonly overlaid: Overlaid | null })[];
      readonly format: FeedbackFormat;
      readonly fontsDir: string | undefined;
    };
    answer: {
      readonly file: Uint8Array;
      readonly pages: readonly { readonly item: number; readonly picture: Uint8Array }[];
    };
  };
}

/** A pool of workers for the server's work. */
export type Recogniser = WorkerPool<Work>;

/** Sheets of a PDF that take about a second. */
const MANY_SHEETS = 100;

/**
 * Whether work may take minutes, so that pages and forms, for which somebody waits, must not wait for it: five thousand
 * sheets, or a comparison of thousands of drawings.
 */
export function isLong({ kind, request }: WorkMessage): boolean {
  if (kind === "templates") return (request as Work["templates"]["request"]).items.length > MANY_SHEETS;
  return kind === "copies";
}
