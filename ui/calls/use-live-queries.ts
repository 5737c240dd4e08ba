import { useCallback, useEffect, useRef } from "react";
import { listen, type News } from "../api.ts";
import { renewTopics, TOPICS, type Topic } from "./queries.ts";

type Topics = ReadonlySet<Topic> | "all";

/** How many milliseconds newer events wait for responses in progress; later ones are dropped and requested again. */
const PATIENCE = 5000;

/** Keeps the responses in view up to date with live events. Events come in bursts: one refresh follows the other. */
export function useLiveQueries(): void {
  const changed = useRef<Topics>(new Set());
  const isRenewing = useRef(false);

  const later = useLater(async () => {
    if (isRenewing.current) return;
    isRenewing.current = true;
    const topics = changed.current;
    changed.current = new Set();
    await Promise.race([renewTopics(topics), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    isRenewing.current = false;
    if (hasAny(changed.current)) later();
  });

  useEvents((news) => {
    const topics = topicsOf(news);
    changed.current = topics === "all" || changed.current === "all" ? "all" : new Set([...changed.current, ...topics]);
    later();
  });
}

/** What an event changes. Readings alone change nothing in the list of tasks. */
function topicsOf(news: News): Topics {
  if (news.type === "missed") return "all";
  if (news.type === "notification") return new Set([TOPICS.notifications]);
  return new Set(news.type === "analysis" ? [news.task_id] : [news.task_id, TOPICS.tasks]);
}

function hasAny(topics: Topics): boolean {
  return topics === "all" || topics.size > 0;
}

/** A function that calls `act` a moment later, once for any number of calls meanwhile: for bursts of events. */
function useLater(act: () => void, milliseconds = 700): () => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  // Nothing happens any more when the component is unmounted.
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, milliseconds);
  }, [milliseconds]);
}

const handlers = new Set<(news: News) => void>();
let close: (() => void) | null = null;

/** Calls `onNews` for all events from the server while the component is mounted; all share one connection. */
function useEvents(onNews: (news: News) => void): void {
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
