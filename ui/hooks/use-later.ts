import { useCallback, useEffect, useRef } from "react";

/** A function that calls `act` a moment later, once for any number of calls meanwhile: for bursts of events. */
export function useLater(act: () => void, milliseconds = 700): () => void {
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
