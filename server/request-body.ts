import { Refusal } from "./refusal.ts";

/** The largest body of a call that sets no limit of its own: JSON that a person typed. */
export const USUAL_BYTES = 512 * 1024;

interface Guard {
  /** The longest time in which nothing comes, in milliseconds. */
  readonly idle: number;
  /** What has not come by then is not waited for. */
  readonly cutOff: AbortSignal;
}

/** A request's body, on its way in. */
export interface RequestBody {
  /** The request with a body that ends with a refusal where it breaks off, stands still, or grows too large. */
  readonly request: Request;
  /** Sets the most bytes that are taken; refuses at once what is announced as more. */
  limit(bytes: number): void;
}

/** The one way in which the server reads bodies: all that a handler reads of `request` goes through these checks. */
export function guardBody(raw: Request, { idle, cutOff }: Guard): RequestBody {
  const reader = raw.body!.getReader();
  const announced = Number(raw.headers.get("content-length") ?? 0);
  let most = USUAL_BYTES;
  let bytes = 0;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const reading = reader.read().catch(() => Promise.reject(brokenOff()));
    const { value } = await inTime(reading, { ms: idle, late: stalled, cutOff });
    if (value === undefined) return controller.close();
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
  };
}

interface Patience {
  readonly ms: number;
  readonly late: () => Refusal;
  readonly cutOff: AbortSignal;
}

async function inTime<T>(work: Promise<T>, { ms, late, cutOff }: Patience): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cut = (): void => undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
    cut = () => reject(stopping());
    if (cutOff.aborted) cut();
    else cutOff.addEventListener("abort", cut);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    cutOff.removeEventListener("abort", cut);
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
  return new Refusal(408, { code: "upload-stalled", message: "The upload came to a halt. Please try again." });
}

function stopping(): Refusal {
  const message = "The server is being restarted. Please try again in a moment.";
  return new Refusal(503, { code: "stopping", message, headers: { "Retry-After": "5" } });
}
