import type { Task } from "../../server/contract/task.ts";

interface IdsShownProps {
  readonly task: Pick<Task, "names_hidden">;
  /** Why: 'you choose the student.' */
  readonly because: string;
}

/** Says, while names are hidden, that a place shows whose pages they are; nothing where no names are hidden. */
export function IdsShown({ task, because }: IdsShownProps) {
  return task.names_hidden ? <p className="field-hint">IDs are shown here: {because}</p> : null;
}
