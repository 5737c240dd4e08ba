import { annotatedJpeg } from "../../core/annotate/annotated-jpeg.ts";
import { pageJpeg } from "../../core/annotate/page-picture.ts";
import { feedbackFile } from "../../core/feedback/feedback-file.ts";
import { turnImage } from "../../core/scan/turn-image.ts";
import type { PictureOutcome, Work } from "./messages.ts";
import { openOwnSheet } from "./own-sheet.ts";
import { unreadable } from "./unreadable.ts";

/** Long side of the pages in pixels: legible on a sheet, and a class's files stay small. */
const PICTURE_SIDE = 1400;

type Request = Work["feedback"]["request"];

/** A student's feedback and the annotated pages that are in it; a page that cannot be shown is left out. */
export async function studentFiles({
  feedback,
  pages,
  format,
  fontsDir,
}: Request): Promise<Work["feedback"]["answer"]> {
  const items = await Promise.all(
    feedback.items.map(async (item) => {
      const page = pages.find((each) => each.item === item.item);
      if (page === undefined) return { ...item, picture: null };
      const outcome = await markedPage(page);
      return { ...item, picture: outcome.ok ? outcome.bytes : null };
    }),
  );
  // Loaded when needed: reading takes no fonts.
  const { openFontBook } = await import("../../core/fonts/font-book.ts");
  const file = await feedbackFile({ ...feedback, items }, { format, fonts: openFontBook(fontsDir) });
  return { file, pages: items.flatMap(({ item, picture }) => (picture === null ? [] : [{ item, picture }])) };
}

/** A page as a student gets it back: upright, with what was read drawn over it; a JPEG. */
export async function markedPage({ overlaid, ...page }: Work["marked"]["request"]): Promise<PictureOutcome> {
  const opened = await openOwnSheet(page, PICTURE_SIDE);
  if (!opened.ok) return unreadable(opened.failure);
  const picture = await pageJpeg(turnImage(opened.image, page.turn), PICTURE_SIDE);
  return { ok: true, bytes: overlaid ? await annotatedJpeg(picture, overlaid) : picture };
}
