import { hasStrokes } from "../page/ink/has-strokes.ts";
import type { DetectedPage } from "./look-at-page.ts";

/**
 * Of the template's pale squares some pieces may be left, a square or two large. A circuit has a gate of half as much
 * again with its wires, or a wire that is much longer. In pixels of the template's page, 6 a millimetre.
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
