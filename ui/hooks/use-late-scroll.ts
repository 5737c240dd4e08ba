import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** The scroll position of each history entry. */
const seen = new Map<string, number>();

/** Any of these means that the user scrolls. */
const TAKEN = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Restores what `ScrollRestoration` cannot: it scrolls as soon as a page comes back, when the content may still be
 * loading and the page is too short.
 */
export function useLateScroll(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";

  // History entries are compared on arrival and departure; a scroll event caused by the change belongs to the new
  // entry.
  useLayoutEffect(() => {
    const top = isReturn ? seen.get(key) : undefined;
    const stopWaiting = top === undefined ? undefined : scrollWhenTall(top);
    const note = () => seen.set(key, scrollY);
    addEventListener("scroll", note, { passive: true });
    note();
    return () => {
      removeEventListener("scroll", note);
      stopWaiting?.();
    };
  }, [key, isReturn]);
}

/** Scrolls to `top` once the page is tall enough, unless the user acts first. Returns the function that cancels it. */
function scrollWhenTall(top: number): () => void {
  const { body, documentElement: page } = document;
  const growth = new ResizeObserver(() => {
    if (page.scrollHeight < top + innerHeight) return;
    stop();
    scrollTo(0, top);
  });

  function stop(): void {
    growth.disconnect();
    for (const type of TAKEN) removeEventListener(type, stop);
  }

  growth.observe(body);
  for (const type of TAKEN) addEventListener(type, stop, { passive: true });
  return stop;
}
