import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate, type TemplateContent } from "../../core/template/template-pdf.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import type { Terminal } from "../terminal.ts";
import { loadTask } from "./load-task.ts";

export interface TemplateOptions {
  readonly task: string;
  readonly out: string;
  /** Where the students' upload page is. */
  readonly origin: string;
}

/** `circuitgrade template`: a task's printable template, a page for each item. */
export async function runTemplate(options: TemplateOptions, { terminal }: { terminal: Terminal }): Promise<ExitCode> {
  if (!URL.canParse(options.origin)) throw new CommandFailure(EXIT.usage, `${options.origin} is no URL.`);
  const task = await loadTask(options.task);
  const secret = process.env.TEMPLATE_SECRET ?? "";
  const items = [...task.items]
    .sort((a, b) => a.item - b.item)
    .map(({ item }) => ({
      item,
      qrText: formatQrText({ taskId: task.id, item }, { origin: options.origin, secret }),
    }));
  await writeWhole(options.out, await render({ title: task.title, className: null, items }));
  terminal.say(`${options.out}: ${items.length} ${items.length === 1 ? "page" : "pages"}`);
  if (secret === "") {
    terminal.say("TEMPLATE_SECRET is not set: 'circuitgrade grade' takes these pages, a CircuitGrade server does not.");
  }
  return EXIT.ok;
}

async function render(content: TemplateContent): Promise<Uint8Array> {
  try {
    return await renderTemplate(content);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailure(EXIT.usage, `${error.message} Give the task a shorter id, or --origin a shorter URL.`);
  }
}
