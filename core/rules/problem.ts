import type { PictureBox } from "../geometry/coordinates.ts";

/** The code of a page on which no ink was found: nothing is drawn, or it is too pale. */
export const NO_INK = "no-ink";

/** The code of a template's page on which surely nothing is drawn. */
export const NOTHING_DRAWN = "nothing-drawn";

/** The code of a picture that also shows a part of another sheet: a remark, not a fault of the drawing. */
export const CUT_SHEET = "cut-sheet";

/** The code of a page whose predictions a person has changed since its circuit was derived. */
export const PREDICTIONS_CHANGED = "predictions-changed";

/**
 * Something about a drawing that a person should look at. A bad drawing is data, not an exception: stages return all
 * their problems, and a page with any of them goes to review (`gradeItem` says which do not count at full marks).
 */
export interface Problem {
  /** kebab-case and stable: views and filters depend on it. */
  readonly code: string;
  /** A sentence for the user that says what to do. */
  readonly message: string;
  /** The place, in pixels of the upright original picture. */
  readonly box?: PictureBox;
}

/** Whether a page is surely a template without a drawing. */
export function isBareTemplate({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return problems.some(({ code }) => code === NOTHING_DRAWN);
}
