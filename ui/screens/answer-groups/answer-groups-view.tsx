import { SegmentedControl } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { sum } from "../../../core/basics/numbers.ts";
import type { AnswerGroups } from "../../../server/contract/results/answers.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { AcceptSure } from "../../components/grading/accept-sure.tsx";
import { Loading } from "../../components/loading.tsx";
import { counted } from "../../format.ts";
import { goToDetail } from "../../go-to-detail.ts";
import { GroupDetail } from "./group-detail.tsx";
import { GroupList } from "./group-list.tsx";
import { LastBatch } from "./last-batch.tsx";
import "./answer-groups.css";

/** The answers to a task's items, grouped by what they compute: one look, one grade and one comment for many pages. */
export function AnswerGroupsView({ task }: { readonly task: Task }) {
  const { id: taskId } = task;
  const [item, setItem] = useState(1);
  const [accepting, setAccepting] = useState(false);
  const groups = useCall("getAnswerGroups", { params: { taskId }, query: { item } }, { live: taskId });
  const items = task.answer_keys.map((_, index) => index + 1);

  return (
    <>
      <p className="page-note">
        Pages that compute the same function are in one group: look at one, and grade all of them.
      </p>
      <div className="groups-bar">
        {items.length > 1 && (
          <SegmentedControl.Root
            value={String(item)}
            aria-label="Item"
            onValueChange={(value) => setItem(Number(value))}
          >
            {items.map((each) => (
              <SegmentedControl.Item key={each} value={String(each)}>
                Item {each}
              </SegmentedControl.Item>
            ))}
          </SegmentedControl.Root>
        )}
        <span role="status">{groups.data && summaryOf(groups.data)}</span>
        <AcceptSure taskId={taskId} open={accepting} onOpenChange={setAccepting} onChanged={groups.reload} />
      </div>
      {groups.data === null && groups.error !== null ? (
        <CallFailed message={groups.error.message} onRetry={() => void groups.reload()} />
      ) : groups.data === null ? (
        <div className="empty-state">
          <Loading size="3" words="Loading the answers" />
        </div>
      ) : (
        <>
          <LastBatch batch={groups.data.last_batch} onUndone={groups.reload} />
          <Groups key={item} taskId={taskId} data={groups.data} onChanged={groups.reload} />
        </>
      )}
    </>
  );
}

interface GroupsProps {
  readonly taskId: string;
  readonly data: AnswerGroups;
  onChanged(): Promise<void>;
}

function Groups({ taskId, data, onChanged }: GroupsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const first = data.groups[0];
  const group = data.groups.find(({ id }) => id === (chosen ?? first?.id));
  if (first === undefined) {
    const waiting =
      data.unread > 0 ? `${counted(data.unread, "page")} still to be read.` : "Nothing was handed in yet.";
    return <div className="empty-state">{waiting}</div>;
  }

  function open(id: string): void {
    // The detail must be there before the view scrolls to it.
    flushSync(() => setChosen(id));
    goToDetail(columns.current);
  }

  return (
    <div ref={columns} className="groups-columns">
      <GroupList groups={data.groups} chosen={group?.id ?? null} onChoose={setChosen} onOpen={open} />
      {group ? (
        <GroupDetail
          key={group.id}
          taskId={taskId}
          item={data.item}
          group={group}
          // The list may change meanwhile: what somebody works on stays what is graded.
          onWork={() => setChosen(group.id)}
          onChanged={onChanged}
        />
      ) : (
        <div className="empty-state" role="alert">
          The pages of this group were read again or replaced, so it no longer exists. Choose another one.
        </div>
      )}
    </div>
  );
}

function summaryOf({ groups, unread, failed }: AnswerGroups): string {
  const pages = sum(groups.map(({ size }) => size));
  return [
    `${counted(pages, "page")} in ${counted(groups.length, "group")}`,
    ...(unread > 0 ? [`${unread} still to be read`] : []),
    ...(failed > 0 ? [`${failed} could not be read`] : []),
  ].join(", ");
}
