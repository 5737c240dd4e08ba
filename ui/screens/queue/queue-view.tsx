import { WidthIcon } from "@radix-ui/react-icons";
import { Button, Flex, Kbd } from "@radix-ui/themes";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { renewTask, useAction, useOpenTask, useTaskWork } from "../../calls/calls.ts";
import type { ChosenIn } from "../../components/choice-list.tsx";
import { SmallButton } from "../../components/controls.tsx";
import { TypedText } from "../../components/typed-text.tsx";
import { confirmFirst } from "../../store.ts";
import { GroupDetail } from "../answer-groups/group-detail.tsx";
import { groupKey } from "../answer-groups/group-words.ts";
import { RequestDetail } from "../regrade-requests/request-detail.tsx";
import { entryInView, entryKey, type GivenHere, nextEntry, ownerText, queueSections } from "./queue-list.ts";
import { useDraft } from "./review-drafts.tsx";
import { GroupList, QueueNav, RequestList } from "./review-lists.tsx";
import { SettleEntry } from "./settle/settle-entry.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";

interface QueueViewProps {
  readonly queue: Queue;
  readonly groups: readonly AnswerGroupView[];
  readonly requests: readonly RegradeRequest[];
  readonly children: ReactNode;
}

/** What is in view: a group or a request by its key; null: a waiting page is. */
type InView = { readonly kind: "group" | "request"; readonly key: string } | null;

export function QueueView({ queue, groups, requests, children }: QueueViewProps) {
  const { id: taskId } = useOpenTask();
  const { entries } = queue;
  const [search] = useSearchParams();
  const linked = search.get("group");
  const [inView, setInView] = useState<InView>(linked === null ? null : { kind: "group", key: linked });
  const [wide, setWide] = useState(false);
  const [chosen, setChosen] = useState<QueueEntry | null>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // The entries whose responses are on their way.
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [lastGiven, setLastGiven] = useState<GivenHere | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const sections = queueSections(entries);
  const shown = sections.flatMap((section) => section.entries);
  const entry = entryInView(queue, { chosen, settled, first: shown[0] ?? null });
  if (entry !== chosen) setChosen(entry);
  const current = entry === null ? null : entryKey(entry);
  const waiting = requests.filter(({ answer }) => answer === null);
  if (inView === null && entry === null && waiting[0]) setInView({ kind: "request", key: waiting[0].id });
  const gone = entry !== null && !busy.has(entryKey(entry)) && !entries.includes(entry);
  // The current view when a response arrives late.
  const latest = useRef({ shown, current, settled, inView });
  latest.current = { shown, current, settled, inView };

  function choose(next: QueueEntry | null): void {
    // The entry must be there before the view scrolls to it.
    flushSync(() => {
      setInView(null);
      setChosen(next);
    });
    goToDetail(columns.current);
  }

  function open(kind: "group" | "request", key: string): void {
    flushSync(() => setInView({ kind, key }));
    goToDetail(columns.current);
  }

  function choiceOf(kind: "group" | "request"): ChosenIn {
    return {
      chosen: inView?.kind === kind ? inView.key : null,
      onChoose: (key) => setInView({ kind, key }),
      onOpen: (key) => open(kind, key),
    };
  }

  function move(step: number): void {
    const index = shown.findIndex((each) => entryKey(each) === current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (inView?.kind === "request") moveInRequests(step);
    else if (inView !== null) choose(entry);
    else if (next) choose(next);
  }

  function moveInRequests(step: number): void {
    const next = waiting[waiting.findIndex(({ id }) => id === inView?.key) + step];
    if (next) open("request", next.id);
  }

  /** Goes on with the next student who waits, then with the first one that was left out, unless somebody moved on. */
  async function onAnswered(id: string): Promise<void> {
    const at = waiting.findIndex((each) => each.id === id);
    const next = waiting[at + 1] ?? waiting.find((each) => each.id !== id);
    if (latest.current.inView?.key === id && next) open("request", next.id);
    await renewTask(taskId);
  }

  /** Settles an entry and moves to the next one, unless somebody has moved to another meanwhile. */
  async function settle(key: string, send: () => Promise<void>): Promise<void> {
    const before = shown;
    setBusy((keys) => new Set(keys).add(key));
    try {
      await send();
      setSettled((keys) => new Set(keys).add(key));
      const next = nextEntry(latest.current.shown, key, { before, settled: latest.current.settled });
      if (latest.current.current === key && latest.current.inView === null && next !== null) choose(next);
      await renewTask(taskId);
    } finally {
      setBusy((keys) => new Set([...keys].filter((each) => each !== key)));
    }
  }

  useQueueKeys({
    ...((entry !== null || inView?.kind === "request") && {
      ...{ j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
    }),
    w: () => setWide(!wide),
  });

  async function onTakenBack({ entry: back }: GivenHere): Promise<void> {
    await renewTask(taskId);
    setSettled((keys) => new Set([...keys].filter((each) => each !== entryKey(back))));
    setLastGiven(null);
    choose(back);
  }

  function detailOf({ kind, key }: NonNullable<InView>): ReactNode {
    if (kind === "group") {
      const group = groups.find((each) => groupKey(each) === key);
      if (group) return <GroupDetail key={key} group={group} />;
      return (
        <Gone name={`group ${key}`}>
          The pages of this group were read again or replaced, so it no longer exists. Choose another one.
        </Gone>
      );
    }
    const request = requests.find(({ id }) => id === key);
    if (request) return <RequestDetail key={key} request={request} onAnswered={onAnswered} />;
    return (
      <Gone name={`request ${key}`}>
        The page of this request was deleted, or another one counts now. Choose another request.
      </Gone>
    );
  }

  const said = lastGiven && <LastGiven given={lastGiven} onTakenBack={() => onTakenBack(lastGiven)} />;
  if (entry === null && groups.length === 0 && requests.length === 0 && inView?.kind !== "request") {
    return (
      <>
        {said}
        {children}
      </>
    );
  }
  return (
    <>
      {said}
      <Button
        variant="soft"
        color="gray"
        mt="3"
        className="queue-wide"
        aria-pressed={wide}
        onClick={() => setWide(!wide)}
      >
        <WidthIcon /> Wide view <Kbd>W</Kbd>
      </Button>
      <div ref={columns} className="columns queue-columns" data-wide={wide || undefined}>
        <div className="queue-lists">
          <RequestList requests={requests} {...choiceOf("request")} />
          <GroupList groups={groups} {...choiceOf("group")} />
          {shown.length > 0 && (
            <QueueNav sections={sections} current={inView === null ? current : null} onChoose={choose} />
          )}
        </div>
        {inView !== null ? (
          detailOf(inView)
        ) : entry === null || current === null ? (
          <section className="panel panel-body">{children}</section>
        ) : (
          <section
            key={`${current} ${gone}`}
            className="panel panel-body columns queue-entry"
            aria-label={`${entry.label}: ${entry.place}`}
            tabIndex={-1}
          >
            {gone ? (
              <GoneEntry entry={entry} onGoOn={() => choose(null)} />
            ) : (
              <SettleEntry
                entry={entry}
                queue={queue}
                busy={busy.has(current)}
                settle={(send) => settle(current, send)}
                onGiven={setLastGiven}
              />
            )}
          </section>
        )}
      </div>
    </>
  );
}

/** What somebody works on stays in view: nothing else is graded by mistake. */
function Gone({ name, children }: { readonly name: string; readonly children: string }) {
  const { comment, text } = useDraft(name, { comment: "", text: "" }).fields;
  return (
    <div className="centred empty-state">
      <p role="alert">{children}</p>
      <TypedText text={comment || text} />
    </div>
  );
}

/**
 * Call it when something was chosen in a list with a detail. If the detail is below the list, as on phones, it is out
 * of sight, so view and focus move there. Next to the list it is already visible.
 */
function goToDetail(columns: HTMLElement | null): void {
  const [list, detail] = columns?.children ?? [];
  if (!list || !(detail instanceof HTMLElement) || !isBelow(detail, list)) return;
  detail.focus({ preventScroll: true });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  detail.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
}

function isBelow(lower: Element, upper: Element): boolean {
  return lower.getBoundingClientRect().top >= upper.getBoundingClientRect().bottom;
}

/**
 * Shown in place of a page that left the queue while somebody looked at it, so that nobody settles another one by
 * mistake. Somebody who was typing goes on typing: meanwhile no letter is a shortcut.
 */
function GoneEntry({ entry, onGoOn }: { readonly entry: QueueEntry; onGoOn(): void }) {
  const text = useRef<HTMLParagraphElement>(null);
  const { comment } = useDraft(entryKey(entry), { comment: "" }).fields;

  // Keyboard users continue from here, without pressing anything by accident.
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Flex direction="column" align="start" gap="14px" data-holds-keys>
      <p ref={text} role="alert" tabIndex={-1}>
        <strong>{ownerText(entry)}</strong> is no longer in the queue: another person or tab settled it, or the student
        handed in again.
      </p>
      <TypedText text={comment} />
      <Button onClick={onGoOn}>Go on</Button>
    </Flex>
  );
}

interface LastGivenProps {
  readonly given: GivenHere;
  /** It was taken back: the page is in the queue again. */
  onTakenBack(): Promise<void>;
}

function LastGiven({ given, onTakenBack }: LastGivenProps) {
  const { files } = useTaskWork(useOpenTask().id);
  const { busy, run } = useAction(async () => {
    // The result may have been released this moment.
    await files.reload();
    const file = files.latest()?.files.find(({ id }) => id === given.entry.id);
    if (!file?.graded || file.released_at === null) return takeBack();
    confirmFirst({
      title: "Take the grade back?",
      text: "The student can see this result; taking the grade back hides it.",
      action: "Take it back",
      run: takeBack,
    });
  });

  async function takeBack(): Promise<void> {
    await given.takeBack();
    await onTakenBack();
  }

  useQueueKeys({ u: () => void run() });
  return (
    <Flex className="queue-given" align="center" gap="2" mb="3" wrap="wrap" role="status">
      {given.text}
      <SmallButton disabled={busy} onClick={() => void run()}>
        Take it back <Kbd>U</Kbd>
      </SmallButton>
    </Flex>
  );
}
