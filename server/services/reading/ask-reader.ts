import { PoolClosed, WorkFailed } from "../../../workers/worker-pool.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { PictureOutcome, Work } from "../../recogniser/messages.ts";
import { Refusal } from "../../refusal.ts";

type PictureWork = { [Kind in keyof Work]: Work[Kind]["answer"] extends PictureOutcome ? Kind : never }[keyof Work];

/** A picture from a worker thread. Refuses with the reason if the page cannot be read. */
export async function askReader<Kind extends PictureWork>(
  context: AppContext,
  kind: Kind,
  request: Work[Kind]["request"],
): Promise<Uint8Array> {
  const outcome = await context.recogniser.ask(kind, request).catch((error: unknown) => refuseWork(context, error));
  if (!outcome.ok) throw new Refusal(409, { code: "page-unreadable", message: outcome.message });
  return outcome.bytes;
}

/** What a worker could not do, in the specification's words; any other error is passed on. */
export function refuseWork({ log }: AppContext, error: unknown): never {
  if (!(error instanceof WorkFailed || error instanceof PoolClosed)) throw error;
  log.error("detection-failed", error);
  throw new Refusal(503, { code: "detection-failed", message: TEXTS.detection.failed });
}
