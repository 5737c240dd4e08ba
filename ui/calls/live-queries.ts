import { useEffect } from "react";
import { listen, type News } from "../api.ts";
import { renewTopics, TOPICS, type Topic } from "./calls.ts";

type Topics = ReadonlySet<Topic> | "all";

/** How many milliseconds the events of a burst are gathered: one refresh follows the other. */
const BURST = 700;

/** How many milliseconds newer events wait for responses in progress; later ones are dropped and requested again. */
const PATIENCE = 5000;

/** Keeps the responses in view up to date with live events while it is rendered. */
export function LiveQueries(): null {
  // The connection lasts as long as the session.
  useEffect(() => {
    let changed = new Set() as Topics;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function renewLater(): void {
      timer ??= setTimeout(async () => {
        const topics = changed;
        changed = new Set() as Topics;
        await Promise.race([renewTopics(topics), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
        timer = undefined;
        if (changed === "all" || changed.size > 0) renewLater();
      }, BURST);
    }

    const end = listen((news) => {
      const topics = topicsOf(news);
      changed = topics === "all" || changed === "all" ? "all" : new Set([...changed, ...topics]);
      renewLater();
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  return null;
}

/** What an event changes. Readings alone change nothing in the list of tasks. */
function topicsOf(news: News): Topics {
  if (news.type === "missed") return "all";
  if (news.type === "notification") return new Set([TOPICS.notifications]);
  return new Set(news.type === "analysis" ? [news.task_id] : [news.task_id, TOPICS.tasks]);
}
