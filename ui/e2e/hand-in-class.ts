import type { ClassPage } from "../../core/testdata/drawn-pages/draw-class.ts";
import { pasteDrawing, templateOf } from "./drawn-page.ts";
import type { Instructor, TestSite } from "./site.ts";

/** Pages that are handed in with one call. */
const AT_ONCE = 10;

interface ClassWork {
  readonly by: Instructor;
  readonly taskId: string;
  readonly pages: readonly Pick<ClassPage, "studentId" | "picture">[];
}

/** Hands in a class's pages for item 1, each drawn on the task's own template. */
export async function handInClass(site: TestSite, { by, taskId, pages }: ClassWork): Promise<void> {
  const template = await templateOf(site, { taskId, item: 1 });
  const sheets = new Map<Uint8Array, Buffer>();
  for (const { picture } of pages) if (!sheets.has(picture)) sheets.set(picture, await pasteDrawing(template, picture));
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const body = new FormData();
    body.append("task_id", taskId);
    body.append("item_number", "1");
    const own = pages.slice(from, from + AT_ONCE);
    for (const { studentId, picture } of own) {
      const file = new Blob([new Uint8Array(sheets.get(picture)!)], { type: "image/png" });
      body.append("files", file, `${studentId}_quiz[1].png`);
    }
    const answer = await by.call("uploadFiles", { body });
    if (answer.files_uploaded.length !== own.length) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  }
}
