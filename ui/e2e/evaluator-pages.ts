import type { Page } from "playwright-core";
import { boxToScreen, fitViewport } from "../evaluator/viewport.ts";
import { drawnPage, type PageOfSample } from "./drawn-page.ts";
import type { Instructor, TestSite } from "./site.ts";

/** Two inputs, XOR and AND: a half adder without a sheet. */
export const HALF_ADDER = "20230001_quiz[1].png";

/** Three inputs: a selector without a sheet. */
export const SELECTOR = "20230003_quiz[2].png";

export interface HandedIn {
  readonly taskId: string;
  readonly student: string;
  readonly item: number;
  readonly sample: PageOfSample["sample"];
}

/** Uploads a scan of the task's own sheet with a drawing on it, as an instructor does for a student; it then counts. */
export async function handIn(site: TestSite, { by, ...handed }: HandedIn & { by: Instructor }): Promise<void> {
  const bytes = await drawnPage(site, handed);
  await uploadAs(by, { ...handed, bytes, extension: "png" });
  await letNewPagesCount(by, handed.taskId);
}

/** Pages that wait because earlier ones are graded count from now on. */
export async function letNewPagesCount(by: Instructor, taskId: string): Promise<void> {
  const { entries } = await by.call("getQueue", { params: { taskId } });
  for (const { kind, id } of entries) {
    if (kind === "choice") await by.call("settleHandIn", { params: { fileId: id }, body: { counts: true } });
  }
}

/** Uploads the task's sheet as printed: the first page of the PDF, with nothing drawn on it. */
export async function handInBlank(
  site: TestSite,
  { by, ...handed }: Omit<HandedIn, "sample"> & { by: Instructor },
): Promise<void> {
  const answer = await fetch(`${site.origin}/task/get-template/${handed.taskId}`);
  await uploadAs(by, { ...handed, bytes: Buffer.from(await answer.arrayBuffer()), extension: "pdf" });
}

async function uploadAs(
  by: Instructor,
  { taskId, student, item, bytes, extension }: Omit<HandedIn, "sample"> & { bytes: Buffer; extension: string },
): Promise<void> {
  const form = new FormData();
  form.append("task_id", taskId);
  form.append("item_number", String(item));
  form.append("files", new File([new Uint8Array(bytes)], `${student}_quiz[${item}].${extension}`));
  const answer = await by.call("uploadFiles", { body: form });
  if (answer.files_uploaded.length !== 1) throw new Error(`Refused: ${JSON.stringify(answer)}`);
}

/** Waits until every page of a task was read; returns the submissions' IDs by student and item, as `20230001-1`. */
export async function untilRead(by: Instructor, taskId: string): Promise<Map<string, string>> {
  for (const giveUp = Date.now() + 120_000; Date.now() < giveUp; ) {
    const { files } = await by.call("getFiles", { params: { taskId } });
    if (files.every(({ analysis }) => analysis === "done" || analysis === "failed")) {
      return new Map(files.map(({ id, student_id, item_number }) => [`${student_id}-${item_number}`, id]));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The pages were not read in two minutes.");
}

/** Shows the whole page, once it is known: its drawing is brought into view then. */
export async function showWholePage(page: Page): Promise<void> {
  await page.getByRole("application", { name: /: [1-9]\d* boxes,/ }).focus();
  await page.keyboard.press("0");
}

/** Where the first box of a class is in the window, once the whole page is shown. */
export async function placeOfBox(
  page: Page,
  { by, fileId, className }: { by: Instructor; fileId: string; className: string },
): Promise<{ x: number; y: number }> {
  const { circuit_analysis: analysis } = await by.call("getCircuitData", { params: { fileId } });
  const prediction = analysis.predictions.find(({ class_name }) => class_name === className);
  if (!prediction) throw new Error(`No ${className} on the page.`);
  await showWholePage(page);
  const canvas = await page.locator("canvas").boundingBox();
  if (!canvas) throw new Error("No canvas.");
  const box = boxToScreen(fitViewport(canvas, analysis), prediction);
  return { x: canvas.x + box.x + box.width / 2, y: canvas.y + box.y + box.height / 2 };
}
