import type { CleanPage } from "../page/clean-page.ts";

/** A page with this ink that lies in its picture as it is. */
export function plainPage(page: Pick<CleanPage, "width" | "height" | "ink">): CleanPage {
  return { ...page, toPicture: { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] }, frame: "picture" };
}
