import { createContext, type ReactNode, useContext, useState } from "react";
import { useOpenTask, useTaskWork } from "../../calls/calls.ts";
import type { FormDraft } from "../../hooks/use-form.ts";
import { useLeaveGuard, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { createPageStore, type PageStore, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import { entryKey } from "./queue-list.ts";

interface Typed {
  /** By `kind id`: only the fields that were changed. */
  readonly drafts: ReadonlyMap<string, object>;
}

const Drafts = createContext<PageStore<Typed> | null>(null);

const TYPED = {
  title: "Discard what you typed?",
  text: "Grades, comments or answers that you typed in Review are not stored yet.",
  action: "Discard",
};

/** Keeps what is typed in Review while the task is open, in any of its tabs, and asks before the page is left. */
export function ReviewDrafts({ children }: { readonly children: ReactNode }) {
  const { queue, requests } = useTaskWork(useOpenTask().id);
  const [store] = useState(() => createPageStore<Typed>({ drafts: new Map() }));
  const drafts = usePart(store, "drafts");
  // What somebody else settled meanwhile can no longer be sent.
  const open = new Set([
    ...(queue.data?.entries ?? []).map(entryKey),
    ...(requests.data?.requests ?? []).flatMap(({ id, answer }) => (answer === null ? `request ${id}` : [])),
  ]);
  useLeaveGuard();
  useUnsaved(
    [...drafts.keys()].some((name) => open.has(name) || name.startsWith("group ")),
    TYPED,
  );
  return <Drafts value={store}>{children}</Drafts>;
}

/** The fields of a form of Review, which start as `start`. The name is `kind id` of what the form is about. */
export function useDraft<Fields extends object>(name: string, start: Fields): FormDraft<Fields> {
  const store = useContext(Drafts);
  if (store === null) throw new Error("This component is a part of the task's page.");
  const typed = usePart(store, "drafts").get(name);

  function keep(change: (before: object) => object): void {
    store?.set("drafts", (drafts) => {
      const changed = Object.entries(change(drafts.get(name) ?? {})).filter(([field, value]) => {
        return value !== start[field as keyof Fields];
      });
      return withEntry(drafts, name, changed.length === 0 ? null : Object.fromEntries(changed));
    });
  }

  return {
    fields: { ...start, ...typed },
    change: (part) => keep((before) => ({ ...before, ...part })),
    forget: () => keep(() => ({})),
  };
}
