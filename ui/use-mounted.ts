import { useCallback, useEffect, useRef } from "react";

/** Tells whether the calling component is still there: what a slow call would do after it concerns nobody then. */
export function useMounted(): () => boolean {
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  return useCallback(() => mounted.current, []);
}
