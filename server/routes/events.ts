import type { AppContext } from "../context.ts";
import type { LiveEvent } from "../contract/system.ts";
import { Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";
import { validSession } from "../services/accounts/sessions.ts";

/** Open pages of one user. */
const MOST_STREAMS = 20;

/** What changes, sent to the open pages of the user it concerns, as server-sent events. */
export function eventRoutes({ on }: Router): void {
  const open = new Map<string, number>();

  on("events", async ({ context, user, session, query }) => {
    const count = open.get(user.id) ?? 0;
    if (count >= MOST_STREAMS) {
      throw new Refusal(429, { code: "too-many-streams", message: "Too many pages of this account are open." });
    }
    open.set(user.id, count + 1);
    const stream = eventStream(context, {
      userId: user.id,
      since: query.since,
      isAlive: async () => (await validSession(context, session.tokenHash)) !== null,
      ended: () => {
        const left = (open.get(user.id) ?? 1) - 1;
        if (left > 0) open.set(user.id, left);
        else open.delete(user.id);
      },
    });
    return new Response(stream, {
      headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" },
    });
  });
}

interface StreamOptions {
  readonly userId: string;
  /** Milliseconds since 1970: what happened between then and the stream's beginning is reported as missed. */
  readonly since: number | undefined;
  /** Whether the session that opened the stream is still valid. */
  readonly isAlive: () => Promise<boolean>;
  readonly ended: () => void;
}

/** Events as they come, and a comment now and then; ends with the session, with the reader and with the server. */
function eventStream(
  { config, events, lifecycle, log }: AppContext,
  { userId, since, isAlive, ended }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  return new ReadableStream({
    start(controller) {
      let isOpen = true;
      const send = (text: string): void => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      const sendEvent = (event: LiveEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
      const unsubscribe = events.subscribe(userId, sendEvent);
      const timer = setInterval(() => {
        isAlive().then(
          (alive) => (alive ? send(": still here\n\n") : close()),
          (error: unknown) => log.error("event-stream-failed", error),
        );
      }, config.heartbeatSeconds * 1000);
      end = () => {
        if (!isOpen) return;
        isOpen = false;
        clearInterval(timer);
        unsubscribe();
        lifecycle.stopping.removeEventListener("abort", close);
        ended();
      };
      function close(): void {
        const wasOpen = isOpen;
        end();
        if (wasOpen) controller.close();
      }
      lifecycle.stopping.addEventListener("abort", close);
      // A reader that lost the connection reconnects after three seconds.
      send("retry: 3000\n\n");
      if (since !== undefined) {
        events.hasNewsSince(userId, since).then(
          (hasNews) => hasNews && sendEvent({ type: "missed" }),
          (error: unknown) => log.error("events-not-fetched", error),
        );
      }
      if (lifecycle.stopping.aborted) close();
    },
    cancel: () => end(),
  });
}
