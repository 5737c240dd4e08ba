import { createContext, type Dispatch, type ReactNode, type SetStateAction, useContext, useRef, useState } from "react";
import { useOpenTask, useTaskWork } from "../../calls/calls.ts";
import type { FormDraft } from "../../hooks/use-form.ts";
import { useLeaveGuard, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { withEntry } from "../../with-entry.ts";
import { entryKey } from "./queue-list.ts";

/** By `kind id`: only the fields that were changed. */
type Typed = ReadonlyMap<string, object>;

const Drafts = createContext<readonly [Typed, Dispatch<SetStateAction<Typed>>] | null>(null);

const TYPED = {
  title: "Discard what you typed?",
  text: "Grades, comments or answers that you typed in Review are not stored yet.",
  action: "Discard",
};

/** Keeps what is typed in Review while the task is open, in any of its tabs, and asks before the page is left. */
export function ReviewDrafts({ children }: { readonly children: ReactNode }) {
  const { queue, requests } = useTaskWork(useOpenTask().id);
  const state = useState<Typed>(new Map());
  // What somebody else settled meanwhile can no longer be sent.
  const open = new Set([
    ...(queue.data?.entries ?? []).map(entryKey),
    ...(requests.data?.requests ?? []).flatMap(({ id, answer }) => (answer === null ? `request ${id}` : [])),
  ]);
  useLeaveGuard();
  useUnsaved(
    [...state[0].keys()].some((name) => open.has(name) || name.startsWith("group ")),
    TYPED,
  );
  return <Drafts value={state}>{children}</Drafts>;
}

/** The fields of a form of Review, which start as `start`. The name is `kind id` of what the form is about. */
export function useDraft<Fields extends object>(name: string, start: Fields): FormDraft<Fields> {
  const state = useContext(Drafts);
  if (state === null) throw new Error("This component is a part of the task's page.");
  const [drafts, setDrafts] = state;

  function keep(change: (before: object) => object): void {
    setDrafts((drafts) => {
      const changed = Object.entries(change(drafts.get(name) ?? {})).filter(([field, value]) => {
        return value !== start[field as keyof Fields];
      });
      return withEntry(drafts, name, changed.length === 0 ? null : Object.fromEntries(changed));
    });
  }

  const fields = { ...start, ...drafts.get(name) };
  const latest = useRef(fields);
  latest.current = fields;

  return {
    fields,
    change: (part) => keep((before) => ({ ...before, ...part })),
    forget(sent) {
      const unsent = (typed: object) => {
        return Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof Fields]);
      };
      keep((before) => Object.fromEntries(unsent(before)));
      return unsent(latest.current).some(([field, value]) => value !== start[field as keyof Fields]);
    },
  };
}
