import { cornersOf } from "../../geometry/boxes.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import type { CleanPage } from "../clean-page.ts";
import { DRAWING_AREA } from "./find-paper.ts";
import { type Frame, quadOnPaper } from "./frame.ts";

/** From the template's millimetres to pixels of the picture; null if the page is not a template's drawing area. */
export function sheetFrame({ frame, width, height, toPicture }: CleanPage): Frame | null {
  if (frame !== "template") return null;
  const quad = quadOnPaper(toPicture, { x: 0, y: 0, width, height });
  return fitHomography({ space: "Page", quad: cornersOf(DRAWING_AREA) }, { space: "Picture", quad });
}
