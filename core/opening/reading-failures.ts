import type { Problem } from "../rules/problem.ts";

/** Why a page has no reading: its reader stopped, for this reason. */
export function readerCrashed(reason: string): Problem {
  const message = `The page could not be read: ${reason}. Scan it again, or grade it by hand.`;
  return { code: "reader-crashed", message };
}

/** Why a page has no reading: it exceeded the time limit. */
export function readerTooSlow(seconds: number): Problem {
  const message = `Reading the page took more than ${seconds} seconds and was stopped. Grade it by hand.`;
  return { code: "reader-too-slow", message };
}
