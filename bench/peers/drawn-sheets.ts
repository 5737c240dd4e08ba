import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { drawStack } from "../../core/testdata/drawn-pages/draw-stack.ts";
import { TASK } from "../../core/testdata/drawn-pages/page-list.ts";

const ITEMS = TASK.items.length;

/** Scanned sheets of a template with an answer each, JPEG files in the order of their items. */
export async function drawSheets(count: number): Promise<readonly Uint8Array[]> {
  const itemOf = (page: number): number => TASK.items[(page - 1) % ITEMS]!.item;
  const items = Array.from({ length: count }, (_, index) => {
    const item = itemOf(index + 1);
    return { item, qrText: formatQrText({ taskId: TASK.id, item }, { origin: "https://x.example", secret: "bench" }) };
  });
  const templates = await renderTemplate({ title: TASK.title, className: null, items });
  const { pictures, pages } = await drawStack(templates, { seed: "peers", unreadable: 0, itemOf });
  const order = pages.map(({ template }, index) => ({ template, picture: pictures[index]! }));
  return order.sort((a, b) => a.template - b.template).map(({ picture }) => picture);
}

/**
 * Fills a folder with `count` pages, named for as many answers of made-up students, and `task.json`. Where there are fewer
 * sheets they are repeated, each time as another file.
 */
export async function writePages(folder: string, sheets: readonly Uint8Array[], count: number): Promise<void> {
  await mkdir(join(folder, "scans"), { recursive: true });
  for (let page = 0; page < count; page++) {
    const student = 20_230_001 + Math.floor(page / ITEMS);
    const name = `${student}_${TASK.type}[${TASK.items[page % ITEMS]!.item}].jpg`;
    await writeFile(join(folder, "scans", name), withComment(sheets[page % sheets.length]!, String(page)));
  }
  await writeFile(join(folder, "task.json"), JSON.stringify(TASK));
}

/** The same picture in other bytes: a comment (JPEG's marker FE) after the beginning. */
function withComment(jpeg: Uint8Array, text: string): Uint8Array {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
