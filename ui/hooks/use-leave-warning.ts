import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import {
  type Confirmation,
  closeConfirmation,
  confirmFirst,
  currentUser,
  type UnsavedWork,
  unsavedWork,
} from "../store.ts";

export type LeaveQuestion = UnsavedWork["question"];

/** For unsaved input, unless a part of the page has its own text. */
export const UNSAVED: LeaveQuestion = {
  title: "Discard your changes?",
  text: "What you entered on this page is not saved yet.",
  action: "Discard",
};

/** For a form that is being sent: nobody knows whether it is too late to discard it. */
export const SAVING: LeaveQuestion = {
  title: "Leave before it is saved?",
  text: "What you entered is on its way to the server. If you leave now, this page cannot tell whether it was saved.",
  action: "Leave",
};

/** Says that a part has nothing to lose any more. */
const settled = new EventTarget();

/** What leaving this page would lose, in the words of the part that was registered last; undefined for nothing. */
export function currentQuestion(): LeaveQuestion | undefined {
  return [...unsavedWork].findLast(({ allowed }) => !allowed.current)?.question;
}

/** Asks before a page with `unsaved` work is left; `allow` lets the next navigation pass. */
export function useLeaveWarning(unsaved: boolean, question = UNSAVED): { allow(): void } {
  useLeaveGuard();
  return useUnsaved(unsaved, question);
}

/**
 * Asks before leaving a page with unsaved work in any part, unless the session is over. Only one per page: the router
 * blocks one navigation only.
 */
export function useLeaveGuard(): void {
  // A visitor's input is protected, too.
  const began = useRef(currentUser() !== null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOver = began.current && currentUser() === null;
    return currentQuestion() !== undefined && !isOver && currentLocation.pathname !== nextLocation.pathname;
  });

  // The router blocks the navigation until the question is answered.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const question = currentQuestion();
    if (question === undefined) return blocker.proceed();
    const asked: Confirmation = {
      ...question,
      onCancel: () => blocker.reset(),
      run: () => blocker.proceed(),
    };
    // What it is about may end meanwhile, such as an upload; a part that is only registered again is back by then.
    const stay = () => queueMicrotask(() => currentQuestion() === undefined && blocker.reset?.());
    settled.addEventListener("settled", stay);
    confirmFirst(asked);
    return () => {
      settled.removeEventListener("settled", stay);
      // The answer is for this navigation: if it, or the page, is gone, there is nothing left to ask.
      closeConfirmation(asked);
    };
  }, [blocker]);
}

/** Registers the `unsaved` work of a part of a page with the guard. */
export function useUnsaved(unsaved: boolean, question = UNSAVED): { allow(): void } {
  const allowed = useRef(false);

  // The guard asks as long as there is unsaved work; closing or reloading the tab asks by itself.
  useEffect(() => {
    if (!unsaved) return;
    const work = { question, allowed };
    function warn(event: BeforeUnloadEvent): void {
      if (!allowed.current) event.preventDefault();
    }
    unsavedWork.add(work);
    addEventListener("beforeunload", warn);
    return () => {
      unsavedWork.delete(work);
      settled.dispatchEvent(new Event("settled"));
      removeEventListener("beforeunload", warn);
    };
  }, [unsaved, question]);

  return {
    allow() {
      allowed.current = true;
    },
  };
}
