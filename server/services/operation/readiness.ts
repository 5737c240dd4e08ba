import { within } from "../../adapters/lifecycle.ts";
import type { AppContext } from "../../context.ts";
import type { ReadinessParts } from "../../contract/system.ts";
import { Refusal } from "../../refusal.ts";

/** Whether the server can do its work. */
export interface Readiness {
  /** Resolves with the parts if all can be used. @throws {Refusal} 503, which names those that cannot. */
  require(): Promise<ReadinessParts>;
}

/** Anyone may ask, as often as they like: each check holds for this long, in milliseconds. */
const HOLDS = 2_000;
/** A part that has not answered by then, in milliseconds, counts as unusable. */
const PATIENCE = 10_000;

/** Readiness of this process. Why a part cannot be used is in the log. */
export function createReadiness(context: AppContext): Readiness {
  let last: { readonly at: number; readonly parts: Promise<ReadinessParts> } | null = null;

  function check(): Promise<ReadinessParts> {
    const at = context.now();
    if (last === null || at - last.at >= HOLDS) last = { at, parts: checkParts(context) };
    return last.parts;
  }

  return {
    async require() {
      if (context.lifecycle.stopping.aborted) throw notReady("stopping", "The server is stopping.");
      if (!context.jobs.isOpen()) throw notReady("starting", "The server is starting.");
      const parts = await check();
      const bad = Object.entries(parts).flatMap(([name, usable]) => (usable ? [] : [name]));
      if (bad.length === 0) return parts;
      throw notReady("not-ready", `The server cannot use its ${bad.join(", ")}.`, parts);
    },
  };
}

function notReady(code: string, message: string, parts?: ReadinessParts): Refusal {
  return new Refusal(503, { code, message, headers: { "Retry-After": "5" }, ...(parts && { fields: { parts } }) });
}

async function checkParts(context: AppContext): Promise<ReadinessParts> {
  const { db, log } = context;

  async function works(part: keyof ReadinessParts, attempt: Promise<unknown>): Promise<boolean> {
    try {
      if (await within(attempt, PATIENCE)) return true;
      throw new Error("It does not answer in time.");
    } catch (error) {
      log.error("not-ready", error, { part });
      return false;
    }
  }

  const [database, files, readers] = await Promise.all([
    works("database", db.ping()),
    works("files", tryFiles(context)),
    works("readers", tryReaders(context)),
  ]);
  return { database, files, readers };
}

/** In a thread that reads pages, so that neither models nor threads can be the reason if pages are not read. */
async function tryReaders({ recogniser, queueReader }: AppContext): Promise<void> {
  // Threads that are reading have their models, and the next free one may be minutes away.
  if (queueReader.isWorking() || recogniser.isWorking()) return;
  await recogniser.ask("load", null);
}

/** Writes a draft, which goes to the disk, and asks for a file, for which a bucket must answer. */
async function tryFiles({ files }: AppContext): Promise<void> {
  const draft = await files.draft();
  try {
    await draft.write(new Uint8Array(1));
    await draft.seal();
  } finally {
    await draft.discard();
  }
  await files.read("readiness-probe");
}
