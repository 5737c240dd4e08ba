import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { resolve } from "node:path";
import type { ExitCode } from "../../exit-codes.ts";
import { makeFolder } from "../../files.ts";
import { fileAt } from "../../server/archive-paths.ts";
import type { ServerOptions } from "../../server/call-server.ts";
import { care } from "../../server/care.ts";
import { confirm } from "../../server/confirm.ts";
import type { Terminal } from "../../terminal.ts";

interface ExportCorrectionsOptions extends ServerOptions {
  readonly out: string;
  /** The list of drawings on own paper in which a person said which of them may be exported. */
  readonly seen?: string;
  readonly yes?: boolean;
}

const WHAT =
  "This writes the ink of gates, letters and wires on pages that people corrected or graded, to train the recognition. Names, Student IDs, headers, codes and other writing are left out. Tell the students before you use their drawings: see docs/data-protection.md.";

/** `circuitgrade export-corrections --out DIR`: asks, then writes what people confirmed, for the training. */
export async function runExportCorrections(
  { data, out, seen, yes = false }: ExportCorrectionsOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const list = seen === undefined ? null : await fileAt(seen, "Name the list that an earlier run wrote.");
  terminal.warn(WHAT);
  if (!yes) {
    const question = "Type export to go on: ";
    await confirm({ question, answer: "export", otherwise: "Nothing was exported." });
  }
  const folder = resolve(out);
  const isNew = !existsSync(folder);
  await makeFolder(folder);
  const code = await care("export-corrections", {
    data,
    options: { out: folder, ...(list && { seen: list }) },
    readable: list ? [list] : [],
    writable: [folder],
  });
  // Without data, or with another mistake, nothing was written: it must not be in the way of the next run.
  if (isNew) await rmdir(folder).catch(() => undefined);
  return code;
}
