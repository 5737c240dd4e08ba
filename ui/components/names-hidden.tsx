import { EyeNoneIcon } from "@radix-ui/react-icons";
import { Badge } from "@radix-ui/themes";
import type { Task } from "../../server/contract/task.ts";

/** Says why students have other names; nothing where they have their own. */
export function NamesHidden({ task }: { readonly task: Pick<Task, "names_hidden"> }) {
  if (!task.names_hidden) return null;
  return (
    <Badge
      className="names-hidden"
      color="gray"
      title="Until every page is graded, or you show them on the task's page"
    >
      <EyeNoneIcon aria-hidden /> <span>Names hidden</span>
    </Badge>
  );
}
