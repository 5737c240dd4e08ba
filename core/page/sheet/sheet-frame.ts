import { cornersOf } from "../../geometry/boxes.ts";
import { fitHomography, type Quad } from "../../geometry/fit-homography.ts";
import { applyHomography } from "../../geometry/homography.ts";
import type { CleanPage } from "../clean-page.ts";
import { DRAWING_AREA } from "./find-paper.ts";
import type { Frame } from "./frame.ts";

/** From the template's millimetres to pixels of the picture; null if the page is not a template's drawing area. */
export function sheetFrame({ frame, width, height, toPicture }: CleanPage): Frame | null {
  if (frame !== "template") return null;
  const area = cornersOf(DRAWING_AREA) as unknown as Quad<"Page">;
  const page = cornersOf<"Page">({ x: 0, y: 0, width, height }).map((corner) => applyHomography(toPicture, corner));
  return fitHomography({ space: "Page", quad: area }, { space: "Picture", quad: page as unknown as Quad<"Picture"> });
}
