import { useCallback, useEffect, useRef } from "react";

/** A function that calls `act` a moment later, once for however many calls came meanwhile: for news that come in swarms. */
export function useLater(act: () => void, milliseconds = 700): () => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  // Nobody waits any more when the component is gone.
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
