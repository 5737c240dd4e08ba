import type { LiveEvent } from "../../server/contract/system.ts";
import { pathOf } from "../api.ts";

/** Seconds until a refused connection is tried again: each time twice as long, up to the maximum. */
const REFUSED_WAIT = { first: 3, longest: 30 } as const;

/**
 * Listens to the server's events until the returned function is called; reconnects by itself. After `missed` the data
 * on the page must be loaded again: events may have come while nobody listened, at the beginning after `since`
 * (milliseconds since 1970 by the server's clock). In the background it does
 * not listen: without HTTP/2 a browser makes six connections to a server at most, for all its tabs, and with six tabs
 * open another page would never load.
 */
export function listen(since: number, onNews: (news: LiveEvent) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait: number = REFUSED_WAIT.first;
  let isBehind = false;

  function open(): void {
    const opened = new EventSource(pathOf("events", { query: { since } }));
    source = opened;
    opened.onopen = () => {
      wait = REFUSED_WAIT.first;
      if (isBehind) onNews({ type: "missed" });
      isBehind = false;
    };
    opened.onerror = () => {
      isBehind = true;
      // Browsers reconnect by themselves after a broken connection, but never after a refused one: the session ended,
      // or a proxy answered for a server that is restarting.
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait * 1000);
      wait = Math.min(2 * wait, REFUSED_WAIT.longest);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => onNews(JSON.parse(data) as LiveEvent);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function follow(): void {
    if (document.hidden) {
      close();
      isBehind = true;
    } else if (source === null) open();
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}
