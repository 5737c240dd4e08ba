import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { type Confirmation, confirmFirst, currentUser, holdUnsavedWork } from "./store.ts";

/** What is asked before a page is left. */
type LeaveQuestion = Pick<Confirmation, "title" | "text" | "action">;

const UNSAVED: LeaveQuestion = {
  title: "Discard your changes?",
  text: "What you entered on this page is not saved yet.",
  action: "Discard",
};

/**
 * Asks before a page with `unsaved` work is left, unless the session is over; `allow` lets the next navigation pass.
 * One on a page: the router holds one navigation only.
 */
export function useLeaveWarning(unsaved: boolean, question = UNSAVED): { allow(): void } {
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !allowed.current && currentUser() !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  // The router holds the navigation until the question is answered.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    confirmFirst({
      ...question,
      onCancel: () => blocker.reset(),
      async run() {
        blocker.proceed();
        return null;
      },
    });
  }, [blocker, question]);

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
