import type { RequestBody } from "./request-body.ts";

/**
 * How many bodies may arrive at the same time. Two lectures of 500 may hand in together; each upload takes a quarter of a
 * megabyte of memory and two of the files that the system lets a process open.
 */
export const MOST_BODIES = 1000;

type ArrivingBody = Pick<RequestBody, "arrived" | "behind" | "cut">;

/** The bodies that are arriving. */
export interface OpenBodies {
  /** Adds one, and cuts one of the others if there are too many. Returns a function that removes it. */
  open(body: ArrivingBody): () => void;
}

/**
 * Bodies that arrive slower than on any line keep nobody out: if there are more than `most`, the one that is furthest
 * behind such a line is cut, of several the newest. Where its sender is does not matter: a whole campus may share an
 * address.
 */
export function createOpenBodies(most = MOST_BODIES): OpenBodies {
  const bodies = new Set<ArrivingBody>();

  function makeRoom(): void {
    for (const body of bodies) if (body.arrived().isComplete) bodies.delete(body);
    if (bodies.size < most) return;
    const last = [...bodies].reduce((a, b) => (b.behind() >= a.behind() ? b : a));
    bodies.delete(last);
    last.cut();
  }

  return {
    open(body) {
      if (bodies.size >= most) makeRoom();
      bodies.add(body);
      return () => void bodies.delete(body);
    },
  };
}
