import { UPLOAD } from "../core/rules/limits.ts";
import { Refusal } from "./refusal.ts";

/** The largest body of a call without its own limit: JSON that a person typed. */
export const USUAL_BYTES = 512 * 1024;

/** Bytes a millisecond of the slowest line on which a file of the maximum size arrives while its beginning counts. */
const SLOWEST_LINE = UPLOAD.fileBytes / (UPLOAD.minutes * 60_000);

/** How far a body may fall behind such a line, in milliseconds: a line of half its speed can still send the largest file. */
const MOST_BEHIND = UPLOAD.minutes * 60_000;

interface Guard {
  /** How long a body may stall, in milliseconds. */
  readonly idle: number;
  /** Data that has not arrived by then is not waited for. */
  readonly cutOff: AbortSignal;
}

/** A request's body while it arrives. */
export interface RequestBody {
  /** The request with a body that ends with a refusal if it breaks off, stalls, or grows too large. */
  readonly request: Request;
  /** Sets the maximum number of bytes; refuses at once if more are announced. */
  limit(bytes: number): void;
  /** Sets what is looked at once it has arrived, which may take long; an error that it throws ends the request. */
  atEnd(check: () => Promise<void>): void;
  /** What has arrived so far. */
  arrived(): { readonly bytes: number; readonly isComplete: boolean };
  /**
   * For how many milliseconds the server has waited longer for it than the slowest line needs. What arrived faster
   * earlier is no credit: a body that stands still now falls behind from now on.
   */
  behind(): number;
  /** Ends the request with this reason: others need its room. */
  cut(reason: Error): void;
  /** Aborted when it is cut, with the reason. */
  readonly signal: AbortSignal;
}

/** The only way in which the server reads bodies: everything a handler reads of `request` goes through these checks. */
export function guardBody(raw: Request, { idle, cutOff }: Guard): RequestBody {
  const reader = raw.body!.getReader();
  const announced = Number(raw.headers.get("content-length") ?? 0);
  const crowd = new AbortController();
  const cuts: Patience["cuts"] = [
    [cutOff, stopping],
    [crowd.signal, () => crowd.signal.reason],
  ];
  let most = USUAL_BYTES;
  let bytes = 0;
  let isComplete = false;
  let check = async (): Promise<void> => undefined;
  let lag = 0;
  /** Since when the server waits for the next piece; null: it does not. */
  let waitsSince: number | null = null;

  function behind(): number {
    return waitsSince === null ? lag : lag + performance.now() - waitsSince;
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const left = MOST_BEHIND - lag;
    const patience = left < idle ? { ms: left, late: tooSlow } : { ms: idle, late: stalled };
    waitsSince = performance.now();
    const reading = reader.read().catch(() => Promise.reject(brokenOff()));
    const { value } = await inTime(reading, { ...patience, cuts });
    lag = Math.max(0, behind() - (value?.length ?? 0) / SLOWEST_LINE);
    waitsSince = null;
    if (value === undefined) {
      isComplete = true;
      await check();
      return controller.close();
    }
    bytes += value.length;
    if (bytes > most) throw tooLarge(most);
    controller.enqueue(value);
  }

  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return {
    request: new Request(raw, { body, duplex: "half" } as RequestInit),
    limit(bytes) {
      most = bytes;
      if (announced > most) throw tooLarge(most);
    },
    atEnd(last) {
      check = last;
    },
    arrived: () => ({ bytes, isComplete }),
    behind,
    cut: (reason) => crowd.abort(reason),
    signal: crowd.signal,
  };
}

interface Patience {
  readonly ms: number;
  readonly late: () => Refusal;
  /** Each ends the wait with its error. */
  readonly cuts: readonly (readonly [signal: AbortSignal, error: () => Error])[];
}

async function inTime<T>(work: Promise<T>, { ms, late, cuts }: Patience): Promise<T> {
  const waiting = new AbortController();
  const tooLate = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    waiting.signal.addEventListener("abort", () => clearTimeout(timer));
    for (const [signal, error] of cuts) {
      if (signal.aborted) reject(error());
      else signal.addEventListener("abort", () => reject(error()), { signal: waiting.signal });
    }
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    waiting.abort();
  }
}

function tooLarge(most: number): Refusal {
  const megabytes = Math.floor((most / 1024 / 1024) * 10) / 10;
  return new Refusal(413, { code: "too-large", message: `Too large: at most ${megabytes} MB are taken at once.` });
}

function brokenOff(): Refusal {
  return new Refusal(400, { code: "upload-broke-off", message: "The upload broke off. Please try again." });
}

function stalled(): Refusal {
  return new Refusal(408, { code: "upload-stalled", message: "The upload stalled. Please try again." });
}

function tooSlow(): Refusal {
  const message = "The upload was too slow. Please try again with a better connection.";
  return new Refusal(408, { code: "upload-too-slow", message });
}

function stopping(): Refusal {
  const message = "The server is being restarted. Please try again in a moment.";
  return new Refusal(503, { code: "stopping", message, headers: { "Retry-After": "5" } });
}

/** What arrives at the same time is too much for the server. */
export function crowded(): Refusal {
  const message = "Too many uploads arrive at the same time. Please try again in a moment.";
  return new Refusal(503, { code: "busy", message, headers: { "Retry-After": "5" } });
}
