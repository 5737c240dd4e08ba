import { useEffect, useRef } from "react";
import type { LiveEvent } from "../server/contract/system.ts";
import { listen } from "./api.ts";

const handlers = new Set<(event: LiveEvent) => void>();
let close: (() => void) | null = null;

/** Calls `onEvent` for everything that the server tells while the component is there; all share one connection. */
export function useEvents(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;

  // The connection lives as long as somebody listens.
  useEffect(() => {
    const handler = (event: LiveEvent) => latest.current(event);
    handlers.add(handler);
    close ??= listen((event) => {
      for (const each of handlers) each(event);
    });
    return () => {
      handlers.delete(handler);
      if (handlers.size > 0) return;
      close?.();
      close = null;
    };
  }, []);
}
