import { formatQrText, taskKey } from "../../../core/template/qr-text.ts";
import type { AppContext } from "../../context.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { printed, questionPicturesOf } from "./questions.ts";
import { taskSheets } from "./task-items.ts";
import { getPublicTask } from "./task-views.ts";

/** Templates kept in memory: a class fetches the same one within minutes. */
const KEPT = 32;

/** Templates from worker threads; the latest ones are kept: the same content has the same bytes. */
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
        return askReader(context, "templates", { ...content, items: pages, fontsDir: context.config.fontsDir });
      });
      kept.set(key, pdf);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      pdf.catch(() => kept.delete(key));
    }
    return pdf;
  };
}
