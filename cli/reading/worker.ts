import { lazily } from "../../core/basics/lazily.ts";
import { openPageReader } from "../../core/read-page.ts";
import { serveWork } from "../../workers/serve-work.ts";
import { commandFailure } from "../exit-codes.ts";
import type { ReadingWork } from "./messages.ts";
import { readFilePages } from "./read-file.ts";

const pageReader = lazily(() => openPageReader());

serveWork<ReadingWork>({
  model: async () => (await pageReader()).model,
  table: async (bytes) => (await import("../../core/rules/files/read-spreadsheet.ts")).readSpreadsheet(bytes),
  pages: async (job, surroundings) => {
    const reader = await pageReader();
    try {
      return { pageCount: await readFilePages(job, { reader, ...surroundings }) };
    } catch (error) {
      const failure = commandFailure(error);
      if (failure === null) throw error;
      return { refused: { message: failure.message, exitCode: failure.exitCode } };
    }
  },
});
