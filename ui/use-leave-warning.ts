import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { confirmFirst, currentUser, holdUnsavedWork } from "./store.ts";

/** Asks before a page with unsaved changes is left, unless the session is over; `allow` lets the next navigation pass. */
export function useLeaveWarning(unsaved: boolean): { allow(): void } {
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !allowed.current && currentUser() !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  // The router holds the navigation until the question is answered.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    confirmFirst({
      title: "Discard your changes?",
      text: "What you entered on this page is not saved yet.",
      action: "Discard",
      onCancel: () => blocker.reset(),
      async run() {
        blocker.proceed();
        return null;
      },
    });
  }, [blocker]);

  // A closed or reloaded tab asks by itself.
  useEffect(() => {
    if (!unsaved) return;
    function warn(event: BeforeUnloadEvent): void {
      if (!allowed.current) event.preventDefault();
    }
    const release = holdUnsavedWork();
    addEventListener("beforeunload", warn);
    return () => {
      release();
      removeEventListener("beforeunload", warn);
    };
  }, [unsaved]);

  return {
    allow() {
      allowed.current = true;
    },
  };
}
