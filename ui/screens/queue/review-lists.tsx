import { Badge, Kbd } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { sum } from "../../../core/basics/numbers.ts";
import { percentText } from "../../../core/rules/certainty.ts";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { ChoiceList, type ChosenIn } from "../../components/choice-list.tsx";
import { counted, formatDate } from "../../format.ts";
import { firstDifferenceText, groupKey, VERDICTS } from "../answer-groups/group-words.ts";
import { gradeText, outcomeText, requestsTitle, studentText } from "../regrade-requests/request-words.ts";
import { entryKey, ownerText, type QueueSection } from "./queue-list.ts";

/** Students who ask for another look, those who wait longest first; answered requests are folded away. */
export function RequestList({ requests, ...choice }: ChosenIn & { readonly requests: readonly RegradeRequest[] }) {
  const open = requests.filter(({ answer }) => answer === null);
  const answered = requests.filter(({ answer }) => answer !== null);
  return (
    <ChoiceList
      {...choice}
      label="Regrade requests"
      title={requestsTitle(open)}
      items={open}
      folded={answered}
      foldedTitle={counted(answered.length, "answered request")}
      keyOf={({ id }) => id}
    >
      {(request) => ({
        head: (
          <>
            <strong>{studentText(request)}</strong>
            <span>Item {request.item_number}</span>
            <span className="push">{gradeText(request)}</span>
          </>
        ),
        more: (
          <>
            <small className="clipped">{request.reason}</small>
            <small>
              {request.answer === null ? `Asked ${formatDate(request.created_at)}` : outcomeText(request.answer)}
            </small>
          </>
        ),
      })}
    </ChoiceList>
  );
}

/** The groups, those first whose grading saves most; answers that only one page has are folded away. */
export function GroupList({ groups, ...choice }: ChosenIn & { readonly groups: readonly AnswerGroupView[] }) {
  const hasItems = new Set(groups.map(({ item }) => item)).size > 1;
  const single = groups.filter(({ size }) => size === 1);
  return (
    <ChoiceList
      {...choice}
      label="Answer groups"
      title={
        <>
          Same answers{" "}
          <span>
            {counted(sum(groups.map(({ size }) => size)), "page")} in {counted(groups.length, "group")}
          </span>
        </>
      }
      items={groups.filter(({ size }) => size > 1)}
      folded={single}
      foldedTitle={`Drawn only once (${single.length})`}
      keyOf={(group) => groupKey(group)}
    >
      {(group) => ({
        head: (
          <>
            <strong>{counted(group.size, "page")}</strong>
            {hasItems && <span>Item {group.item}</span>}
            <Badge color={VERDICTS[group.verdict].colour}>{VERDICTS[group.verdict].label}</Badge>
            <span className="push">
              {group.points ?? "–"} / {group.maximum}
            </span>
          </>
        ),
        more: (
          <>
            <small>{firstDifferenceText(group) ?? drawingsText(group)}</small>
            <small>{group.graded === group.size ? "All graded" : `${group.graded} of ${group.size} graded`}</small>
          </>
        ),
      })}
    </ChoiceList>
  );
}

function drawingsText({ structures, reasons }: AnswerGroupView): string {
  return reasons[0]?.message ?? `Drawn in ${counted(structures.length, "way")}`;
}

interface QueueNavProps {
  readonly sections: readonly QueueSection[];
  readonly current: string | null;
  onChoose(entry: QueueEntry): void;
}

export function QueueNav({ sections, current, onChoose }: QueueNavProps) {
  return (
    <nav className="panel choices queue-list" aria-label="Pages in the queue">
      <div>
        {sections.map(({ label, entries }) => (
          <section key={label} aria-label={label}>
            <h2>
              {label} <span>{entries.length}</span>
            </h2>
            <ol>
              {entries.map((each) => (
                <EntryButton
                  key={entryKey(each)}
                  entry={each}
                  current={entryKey(each) === current}
                  onChoose={() => onChoose(each)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p className="note queue-keys">
        <Kbd>J</Kbd> <Kbd>K</Kbd> next, previous · <Kbd>/</Kbd> search · <Kbd>A</Kbd> <Kbd>B</Kbd> <Kbd>C</Kbd> reading
        · <Kbd>Enter</Kbd> accept · <Kbd>0</Kbd> … <Kbd>9</Kbd> points · <Kbd>X</Kbd> take out · <Kbd>W</Kbd> wide view
      </p>
    </nav>
  );
}

interface EntryButtonProps {
  readonly entry: QueueEntry;
  readonly current: boolean;
  onChoose(): void;
}

function EntryButton({ entry, current, onChoose }: EntryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  // The list may be longer than its box. The page stays where it is.
  useEffect(() => {
    const box = button.current?.closest(".queue-lists");
    if (!current || !button.current || !box) return;
    const [place, frame] = [button.current.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += Math.min(0, place.top - frame.top) + Math.max(0, place.bottom - frame.bottom);
  }, [current]);

  return (
    <li>
      <button
        ref={button}
        type="button"
        className="choice"
        aria-current={current ? "true" : undefined}
        onClick={onChoose}
      >
        <strong>{entry.label}</strong>
        <span>{ownerText(entry)}</span>
        <small className="clipped">
          {entry.place}
          {entry.confidence !== null && ` · ${percentText(entry.confidence)} sure`}
        </small>
      </button>
    </li>
  );
}
