import { useEffect, useRef } from "react";
import { listen, type News } from "../api.ts";

const handlers = new Set<(news: News) => void>();
let close: (() => void) | null = null;

/** Calls `onNews` for all events from the server while the component is mounted; all share one connection. */
export function useEvents(onNews: (news: News) => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;

  // The connection lasts as long as somebody listens.
  useEffect(() => {
    const handler = (news: News) => latest.current(news);
    handlers.add(handler);
    close ??= listen((news) => {
      for (const each of handlers) each(news);
    });
    return () => {
      handlers.delete(handler);
      if (handlers.size > 0) return;
      close?.();
      close = null;
    };
  }, []);
}
