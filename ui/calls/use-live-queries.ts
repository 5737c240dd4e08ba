import { useRef } from "react";
import type { News } from "../api.ts";
import { useLater } from "../hooks/use-later.ts";
import { renewTopics, TOPICS, type Topic } from "./queries.ts";
import { useEvents } from "./use-events.ts";

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
