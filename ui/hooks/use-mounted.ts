import { useCallback, useEffect, useRef } from "react";

/** Says whether the calling component is still mounted: the result of a slow call does not matter after that. */
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
