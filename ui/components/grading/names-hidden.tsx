import { EyeNoneIcon } from "@radix-ui/react-icons";
import { Badge } from "@radix-ui/themes";
import type { Task } from "../../../server/contract/tasks/task.ts";

interface NamesHiddenProps {
  readonly task: Pick<Task, "names_hidden">;
  readonly wordless?: boolean;
}

/** Says why students have pseudonyms; nothing if real names are shown. */
export function NamesHidden({ task, wordless = false }: NamesHiddenProps) {
  if (!task.names_hidden) return null;
  return (
    <Badge color="gray" title="Until every page is graded, or you show them on the task's page">
      <EyeNoneIcon aria-hidden /> <span className={wordless ? "visually-hidden" : undefined}>Names hidden</span>
    </Badge>
  );
}

interface IdsShownProps {
  readonly task: Pick<Task, "names_hidden">;
  /** Why: 'you choose the student.' */
  readonly because: string;
}

/** While names are hidden, says that this view shows whose pages they are; otherwise nothing. */
export function IdsShown({ task, because }: IdsShownProps) {
  return task.names_hidden ? <p className="note">IDs are shown here: {because}</p> : null;
}
