import { useEvents } from "./use-events.ts";
import { useLater } from "./use-later.ts";

/** Calls `onChange` a moment after the server told of a task's hand-ins, analyses or grades: news come in swarms. */
export function useTaskEvents(taskId: string, onChange: () => void): void {
  const later = useLater(onChange);
  useEvents((event) => {
    if ("task_id" in event && event.task_id === taskId) later();
  });
}
