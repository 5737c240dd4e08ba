import { PoolClosed, WorkFailed } from "../../workers/worker-pool.ts";
import type { AppContext } from "../context.ts";
import { TEXTS } from "../contract/texts.ts";
import { Refusal } from "../refusal.ts";
import type { PictureOutcome, Work } from "./messages.ts";

type PictureWork = { [Kind in keyof Work]: Work[Kind]["answer"] extends PictureOutcome ? Kind : never }[keyof Work];

/** Work whose failure the specification calls a failure of detection. */
const DETECTION: ReadonlySet<keyof Work> = new Set<keyof Work>(["read", "picture", "filter"]);

/** A picture from a worker thread. Refuses with the reason if the page cannot be read. */
export async function askReader<Kind extends PictureWork>(
  context: AppContext,
  kind: Kind,
  request: Work[Kind]["request"],
): Promise<Uint8Array> {
  const outcome = await askWorker(context, kind, request);
  if (!outcome.ok) throw new Refusal(409, { code: "page-unreadable", message: outcome.message });
  return outcome.bytes;
}

/** What a worker thread answers. Refuses if it fails, or takes too long. */
export function askWorker<Kind extends keyof Work>(
  context: AppContext,
  kind: Kind,
  request: Work[Kind]["request"],
): Promise<Work[Kind]["answer"]> {
  return context.recogniser.ask(kind, request).catch((error: unknown) => refuseWork(context, error, kind));
}

/** Refuses what a worker could not do; any other error is passed on. */
export function refuseWork({ log }: AppContext, error: unknown, kind: keyof Work): never {
  if (!(error instanceof WorkFailed || error instanceof PoolClosed)) throw error;
  const isDetection = DETECTION.has(kind);
  const code = isDetection ? "detection-failed" : "work-failed";
  log.error(code, error, { work: kind });
  throw new Refusal(503, { code, message: isDetection ? TEXTS.detection.failed : TEXTS.workFailed });
}
