import type { Task } from "../../../server/contract/tasks/task.ts";

interface IdsShownProps {
  readonly task: Pick<Task, "names_hidden">;
  /** Why: 'you choose the student.' */
  readonly because: string;
}

/** While names are hidden, says that this view shows whose pages they are; otherwise nothing. */
export function IdsShown({ task, because }: IdsShownProps) {
  return task.names_hidden ? <p className="field-hint">IDs are shown here: {because}</p> : null;
}
