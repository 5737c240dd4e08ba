/** How long a server may take to begin its response to a short request, in seconds. */
const PATIENCE_SECONDS = 15;

/** Something listens, but does not answer. */
export class Silence extends Error {
  override readonly name = "Silence";

  constructor() {
    super(`no answer within ${PATIENCE_SECONDS} seconds`);
  }
}

/**
 * Like `fetch`, for responses that a server gives at once.
 *
 * @throws {Silence}
 */
export async function fetchSoon(url: string, init: RequestInit = {}): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Silence()), PATIENCE_SECONDS * 1000);
  try {
    return await fetch(url, { ...init, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
