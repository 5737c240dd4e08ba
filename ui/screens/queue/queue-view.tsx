import { WidthIcon } from "@radix-ui/react-icons";
import { Button, Flex, Kbd } from "@radix-ui/themes";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { renewTask, useAction, useOpenTask, useTaskWork } from "../../calls/calls.ts";
import { dimmed, SmallButton } from "../../components/controls.tsx";
import { TypedText } from "../../components/typed-text.tsx";
import { confirmFirst } from "../../store.ts";
import { GroupDetail } from "../answer-groups/group-detail.tsx";
import { groupKey } from "../answer-groups/group-words.ts";
import { RequestDetail } from "../regrade-requests/request-detail.tsx";
import { entryKey, type GivenHere, ownerText } from "./queue-list.ts";
import { useDraft } from "./review-drafts.tsx";
import { GroupList, QueueNav, RequestList } from "./review-lists.tsx";
import { SettleEntry } from "./settle/settle-entry.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";
import { type InView, useQueueView } from "./use-queue-view.ts";

interface QueueViewProps {
  readonly queue: Queue;
  readonly groups: readonly AnswerGroupView[];
  readonly requests: readonly RegradeRequest[];
  readonly children: ReactNode;
}

export function QueueView({ queue, groups, requests, children }: QueueViewProps) {
  const { id: taskId } = useOpenTask();
  const [wide, setWide] = useState(false);
  const [lastGiven, setLastGiven] = useState<GivenHere | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const { sections, shown, entry, current, gone, busy, inView, choose, choiceOf, move, ...view } = useQueueView({
    queue,
    requests,
    columns,
  });

  useQueueKeys({
    ...((entry !== null || inView?.kind === "request") && {
      ...{ j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
    }),
    w: () => setWide(!wide),
  });

  async function onTakenBack({ entry: back }: GivenHere): Promise<void> {
    await renewTask(taskId);
    setLastGiven(null);
    view.returnTo(back);
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
          <ChosenDetail inView={inView} groups={groups} requests={requests} onAnswered={view.onAnswered} />
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
                settle={(send) => view.settle(current, send)}
                onGiven={setLastGiven}
              />
            )}
          </section>
        )}
      </div>
    </>
  );
}

interface ChosenDetailProps extends Pick<QueueViewProps, "groups" | "requests"> {
  readonly inView: NonNullable<InView>;
  onAnswered(id: string): Promise<void>;
}

function ChosenDetail({ inView: { kind, key }, groups, requests, onAnswered }: ChosenDetailProps) {
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
        <strong>{ownerText(entry)}</strong> is no longer in the queue: it was settled meanwhile, or the student handed
        in again.
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
      <SmallButton {...dimmed(busy)} onClick={() => void run()}>
        Take it back <Kbd>U</Kbd>
      </SmallButton>
    </Flex>
  );
}
