import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { TASK } from "../../core/testdata/drawn-pages/page-list.ts";
import { templateRaster } from "../../core/testdata/drawn-pages/render-answer.ts";
import type { SheetRaster } from "../../core/testdata/render/photograph.ts";

/** The printed template of an item of the sample task. */
export async function sampleTemplate(item: number): Promise<SheetRaster> {
  const qrText = formatQrText({ taskId: TASK.id, item }, { origin: "https://grading.example.edu", secret: "sample" });
  return templateRaster(
    await renderTemplate({ title: TASK.title, className: "CPE 101 · Group 1", items: [{ item, qrText }] }),
  );
}
