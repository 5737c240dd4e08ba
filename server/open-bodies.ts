import { UPLOAD } from "../core/rules/limits.ts";

/**
 * How many bodies may arrive at the same time. Two lectures of 500 may hand in together; each upload takes a quarter of a
 * megabyte of memory and two of the files that the system lets a process open.
 */
export const MOST_BODIES = 1000;

/** Bytes a second of the slowest line on which a file of the maximum size arrives while its beginning counts. */
const SLOWEST_LINE = UPLOAD.fileBytes / (UPLOAD.minutes * 60);

export interface ArrivingBody {
  arrived(): { readonly bytes: number; readonly isComplete: boolean };
  /** Refuses the request: its place is needed. */
  cut(): void;
}

/** The bodies that are arriving. */
export interface OpenBodies {
  /** Adds one, and cuts one of the others if there are too many. Returns a function that removes it. */
  open(body: ArrivingBody): () => void;
}

/**
 * Bodies that arrive slower than on any line keep nobody out: if there are more than `most`, the one that is furthest
 * behind such a line is cut. Where its sender is does not matter: a whole campus may share an address.
 */
export function createOpenBodies(now: () => number, most = MOST_BODIES): OpenBodies {
  const began = new Map<ArrivingBody, number>();

  /** Seconds that a body is behind the slowest line; negative if it is faster. */
  function lag(body: ArrivingBody): number {
    return (now() - began.get(body)!) / 1000 - body.arrived().bytes / SLOWEST_LINE;
  }

  function makeRoom(): void {
    for (const body of began.keys()) if (body.arrived().isComplete) began.delete(body);
    if (began.size < most) return;
    const last = [...began.keys()].reduce((a, b) => (lag(b) > lag(a) ? b : a));
    began.delete(last);
    last.cut();
  }

  return {
    open(body) {
      if (began.size >= most) makeRoom();
      began.set(body, now());
      return () => void began.delete(body);
    },
  };
}
