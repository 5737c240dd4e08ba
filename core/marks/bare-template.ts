import { hasStrokes } from "../page/ink/has-strokes.ts";
import type { DetectedPage } from "./look-at-page.ts";

/**
 * Bits of the template's pale squares may be left, one or two squares large. A drawn gate with its wires is larger, and a
 * wire is longer. In pixels of the template's page, 6 to a millimetre.
 */
const DRAWN = [
  { long: 40, short: 40 },
  { long: 150, short: 0 },
] as const;

/** Whether a page of the template shows nothing but what is left of its printed squares. */
export function isBareTemplate({ page, marks }: DetectedPage): boolean {
  if (page.frame !== "template" || marks.gates.length > 0) return false;
  return !DRAWN.some((least) => hasStrokes(page.ink, { width: page.width, least }));
}

/** The page as one without any ink. */
export function withoutInk({ page }: DetectedPage): DetectedPage {
  const nothing = new Uint8Array(page.width * page.height);
  return { page: { ...page, ink: nothing }, marks: { gates: [], doubtful: [], points: [], texts: [], mask: nothing } };
}
