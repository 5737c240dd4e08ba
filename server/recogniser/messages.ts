import type { Overlaid } from "../../core/annotate/overlay.ts";
import type { Corrections } from "../../core/correct-marks.ts";
import type { Threshold } from "../../core/page/threshold.ts";
import type { PageReading } from "../../core/page-reading.ts";
import type { FileType } from "../../core/scan/file-type.ts";

/** A page of a stored file. */
export interface PageRef {
  /** Where the file lies. */
  readonly path: string;
  /** From 1. */
  readonly page: number;
}

/** Why a file cannot be read, with a sentence for the user: trying again does not help. */
export interface Unreadable {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

/** What an upload is: its type by its bytes, and the page that carries a QR code. */
export type Inspection =
  | {
      readonly ok: true;
      readonly type: FileType;
      readonly page: number;
      /** The text of the first code that is a template's, else of the first one; null where no page has one. */
      readonly qr: string | null;
    }
  | Unreadable;

export type ReadOutcome = { readonly ok: true; readonly reading: PageReading } | Unreadable;
export type PictureOutcome = { readonly ok: true; readonly bytes: Uint8Array } | Unreadable;

/** What a worker can do: for each kind of work what it is sent and what it answers. */
export interface Work {
  inspect: { request: { readonly path: string }; answer: Inspection };
  read: {
    request: PageRef & {
      readonly threshold: Threshold;
      /** Null: the machine's own reading. */
      readonly corrections: Corrections | null;
      /** A file that keeps what the detector saw, so that the next reading is quick; made where it is missing. */
      readonly sightPath: string;
    };
    answer: ReadOutcome;
  };
  /** The upright page as a JPEG, at most `longSide` pixels long. */
  picture: { request: PageRef & { readonly longSide: number }; answer: PictureOutcome };
  /** The page as the threshold leaves it, a PNG. */
  filter: { request: PageRef & { readonly threshold: Threshold }; answer: PictureOutcome };
  /** The page with what was read drawn over it, a PNG. */
  annotate: { request: PageRef & { readonly overlaid: Overlaid }; answer: PictureOutcome };
}

export type WorkKind = keyof Work;

export interface WorkMessage<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly request: Work[Kind]["request"];
}

type WorkerAnswer =
  | { readonly ok: true; readonly answer: Work[WorkKind]["answer"] }
  /** A defect: the work may be tried again. */
  | { readonly ok: false; readonly message: string };

/** What a worker says: first that it listens, then its answers. */
export type FromWorker = { readonly ready: true } | WorkerAnswer;
