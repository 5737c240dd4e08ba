import type { ListLine } from "../../../core/rules/files/csv-rows.ts";
import type { AppContext } from "../../context.ts";
import { readSmallForm } from "../../multipart.ts";
import { Refusal } from "../../refusal.ts";

/** The lines of each sheet of an uploaded spreadsheet, which a process of its own reads; it is not kept. */
export async function readSpreadsheet(
  { files, inspector }: Pick<AppContext, "files" | "inspector">,
  request: Request,
  userId: string,
): Promise<{ sheets: readonly (readonly ListLine[])[] }> {
  const file = (await readSmallForm(request)).get("file");
  if (!(file instanceof File)) throw new Refusal(400, { code: "no-file", message: "Choose a spreadsheet." });
  const draft = await files.draft();
  try {
    await draft.write(new Uint8Array(await file.arrayBuffer()));
    await draft.seal();
    const read = await inspector.ask("table", { path: draft.path }, userId);
    if (!read.ok) throw new Refusal(400, { code: read.code, message: read.message });
    return { sheets: read.sheets };
  } finally {
    await draft.discard();
  }
}
