import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { GroupDetail } from "./group-detail.tsx";
import { groupKey } from "./group-words.ts";

interface ChosenGroupProps {
  readonly taskId: string;
  readonly groups: readonly AnswerGroupView[];
  /** The key of a group, which may be gone. */
  readonly chosen: string;
  readonly comments: readonly string[];
  onChanged(): Promise<void>;
}

/** The group in view, or that it is gone: what somebody works on stays what is graded. */
export function ChosenGroup({ taskId, groups, chosen, comments, onChanged }: ChosenGroupProps) {
  const group = groups.find((each) => groupKey(each) === chosen);
  if (group === undefined) {
    return (
      <div className="empty-state" role="alert">
        The pages of this group were read again or replaced, so it no longer exists. Choose another one.
      </div>
    );
  }
  return <GroupDetail key={chosen} taskId={taskId} group={group} comments={comments} onChanged={onChanged} />;
}
