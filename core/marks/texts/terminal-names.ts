import type { CleanPage } from "../../page/clean-page.ts";
import type { ItemNames } from "../../rules/tasks/item-names.ts";
import { BORDER, BORDER_INSET } from "../../template/layout.ts";
import { placeTerminals } from "../../template/terminals.ts";
import type { TextMark } from "../marks.ts";

/** The box of a printed name, from the border outwards, in mm. */
const NAME = { width: 10, height: 4 } as const;

/**
 * The names of the terminals at the border of a page of the template, where they are printed: just outside the clean page,
 * which is cut at the border. The ink has no part in it.
 *
 * @example
 * terminalNames({ ...page, frame: "template" }, { inputs: ["A", "B"], outputs: ["OUT 1"] }).map(({ text }) => text); // ["A", "B", "OUT 1"]
 */
export function terminalNames(page: CleanPage, terminals: ItemNames): TextMark[] {
  if (page.frame !== "template") return [];
  const scale = page.width / (BORDER.width - 2 * BORDER_INSET);
  return placeTerminals(terminals).map(({ name, at, side }) => {
    const left = at.x - (side === "left" ? NAME.width : 0);
    const box = {
      x: (left - BORDER.x - BORDER_INSET) * scale,
      y: (at.y - NAME.height / 2 - BORDER.y - BORDER_INSET) * scale,
      width: NAME.width * scale,
      height: NAME.height * scale,
    };
    return { box, text: name, complemented: false, confidence: 1, isPrinted: true };
  });
}
