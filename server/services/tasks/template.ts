import { formatQrText, taskKey } from "../../../core/template/qr-text.ts";
import type { TemplateContent } from "../../../core/template/template-pdf.ts";
import type { AppContext } from "../../context.ts";
import { printed, questionPicturesOf } from "./questions.ts";
import { taskSheets } from "./task-items.ts";
import { getPublicTask } from "./task-views.ts";

/** Templates kept in memory: a class fetches the same one within minutes. */
const KEPT = 32;

/** Renders templates, and keeps the latest ones: the same content has the same bytes. */
export function createTemplates(context: AppContext): (taskId: string) => Promise<Uint8Array> {
  const kept = new Map<string, Promise<Uint8Array>>();

  return async (taskId) => {
    const { query } = context.db;
    const [task, sheets] = await Promise.all([getPublicTask(context, taskId), taskSheets(query, taskId)]);
    const { origin } = context.config;
    const secret = taskKey(context.secrets.template, taskId);
    const items = sheets.map(({ terminals, ...sheet }) => ({
      ...sheet,
      qrText: formatQrText({ taskId, item: sheet.item, ...(terminals && { terminals }) }, { origin, secret }),
    }));
    const content = { title: task.title, className: `${task.class.class_code} | ${task.class.class_group}`, items };
    const key = JSON.stringify(content);
    let pdf = kept.get(key);
    if (!pdf) {
      pdf = questionPicturesOf(query, taskId).then((pictures) => {
        const pages = items.map((page) => ({ ...page, question: printed(page.question, pictures) }));
        return render({ ...content, items: pages }, context.config.fontsDir);
      });
      kept.set(key, pdf);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      pdf.catch(() => kept.delete(key));
    }
    return pdf;
  };
}

async function render(content: TemplateContent, fontsDir: string | undefined): Promise<Uint8Array> {
  // Loaded with the first template, so that the server starts without them.
  const { openFontBook } = await import("../../../core/fonts/font-book.ts");
  const { renderTemplate } = await import("../../../core/template/template-pdf.ts");
  return renderTemplate(content, { fonts: openFontBook(fontsDir) });
}
