import { eq } from "drizzle-orm";
import { UNCLEAR_TEXTS } from "../../../core/rules/unclear-kind.ts";
import type { AppContext } from "../../context.ts";
import type { ItemLegibility, LegibilityAnswer } from "../../contract/results/release.ts";
import { submissions } from "../../db/schema.ts";
import type { Analysis } from "../reading/page-record.ts";
import { drawingOf, sendPagePicture } from "../submissions/file-answers.ts";
import { standingIn } from "../submissions/standing.ts";
import { type Opened, openLink, type Page } from "./student-result.ts";

type Legible = Pick<ItemLegibility, "state" | "places">;

/**
 * How legible the pages under a link are, while the student can still replace them. It is what the machine alone read,
 * without keys: the same for right and wrong answers, and whatever a person corrects. `isStudent`: nobody is signed in.
 */
export async function legibilityUnderLink(
  context: AppContext,
  { token, isStudent }: { token: string; isStudent: boolean },
): Promise<LegibilityAnswer> {
  const opened = await openLink(context, token);
  const pages = await replaceablePages(context, opened);
  if (isStudent) await recordSeen(context, pages);
  const items = pages.map(([item, { analysis }]) => {
    const legible = legibilityOf(analysis);
    const view = drawingOf(analysis)?.box ?? { x: 0, y: 0, width: analysis.width, height: analysis.height };
    const url = `/results/picture/${encodeURIComponent(token)}?item=${item}`;
    return { item_number: item, ...legible, picture: legible.places.length === 0 ? null : { url, view } };
  });
  return { items, received: [...opened.pages.keys()] };
}

/** The picture of a page with unclear places; null if it has none that the student sees. */
export async function unclearPicture(
  context: AppContext,
  { token, item, headers }: { token: string; item: number; headers: Headers },
): Promise<Response | null> {
  const pages = new Map(await replaceablePages(context, await openLink(context, token)));
  const page = pages.get(item);
  if (!page || legibilityOf(page.analysis).places.length === 0) return null;
  return sendPagePicture(context, page.submission, { width: PICTURE_SIDE, headers, part: drawingOf(page.analysis) });
}

const PICTURE_SIDE = 1440;

/** What a student handed in and can replace, by item. */
async function replaceablePages(context: AppContext, { task, studentId, pages }: Opened): Promise<[number, Page][]> {
  if (!task.showLegibility || !task.allowReplacements) return [];
  const standing = await standingIn(context, task, studentId);
  if (standing === null || standing.dueAt <= context.now()) return [];
  return [...pages].filter(
    ([, { submission }]) => submission.counts && !submission.graded && submission.uploadedBy === "student",
  );
}

function legibilityOf({ state, legibility }: Analysis): Legible {
  if (state === "failed") return { state: "unread", places: [] };
  // Pages that an earlier version read have none.
  if (legibility === null) return { state: state === "done" ? "clear" : "reading", places: [] };
  if (legibility.isEmpty) return { state: "empty", places: [] };
  const places = legibility.places.map(({ kind, box }) => ({ text: UNCLEAR_TEXTS[kind], box }));
  return { state: places.length > 0 ? "unclear" : "clear", places };
}

/** What the student saw is in the page's history. */
async function recordSeen({ db, now }: AppContext, pages: readonly [number, Page][]): Promise<void> {
  for (const [, { submission, analysis }] of pages) {
    if (submission.legibilitySeenAt !== null || legibilityOf(analysis).state === "reading") continue;
    const seen = { legibilitySeenAt: now() };
    await db.run((query) => query.update(submissions).set(seen).where(eq(submissions.id, submission.id)));
  }
}
