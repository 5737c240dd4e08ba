import { useEvents } from "./use-events.ts";
import { useLater } from "./use-later.ts";

/**
 * Calls `onChange` a moment after a task's hand-ins, analyses or grades have changed, or may have: events come in
 * bursts.
 */
export function useTaskEvents(taskId: string, onChange: () => void): void {
  const later = useLater(onChange);
  useEvents((news) => {
    if (news.type === "missed" || ("task_id" in news && news.task_id === taskId)) later();
  });
}
