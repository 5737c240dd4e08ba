import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** How far down each place of the history was seen. */
const seen = new Map<string, number>();

/** Whoever does one of these has taken the view into their own hands. */
const TAKEN = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Goes on where `ScrollRestoration` cannot: it scrolls as soon as a page comes back, when what the page shows may still
 * be under way and nothing is that far down yet.
 */
export function useLateScroll(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";

  // Places are told apart when they come and go; a scroll that the change itself causes is the new place's.
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

/** Scrolls down to `top` once the page is tall enough, unless somebody acts before. Gives what ends the wait. */
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
