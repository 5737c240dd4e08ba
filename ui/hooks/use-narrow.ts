import { useSyncExternalStore } from "react";

const narrow = () => matchMedia("(max-width: 760px)");

function subscribe(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the window is as narrow as a phone's: tables then become cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  );
}
