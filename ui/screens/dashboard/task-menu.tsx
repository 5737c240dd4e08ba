import { FileTextIcon, Link2Icon, TrashIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { renew } from "../../calls/calls.ts";
import type { MenuProps } from "../../components/late-menu.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval, downloadTemplate } from "../../components/task/task-actions.tsx";
import { openDialog } from "../../store.ts";

/** What can be done with a task. */
export function Menu({ task, button }: MenuProps & { readonly task: Task }) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item onSelect={() => openDialog(<LinkDialog taskId={task.id} />)}>
          <Link2Icon /> Generate Link
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => void downloadTemplate(task.id)}>
          <FileTextIcon /> Get Template
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Separator />
            <DropdownMenu.Item
              color="red"
              onSelect={() => confirmTaskRemoval(task, { verb: "Remove", onRemoved: () => renew("getTasks") })}
            >
              <TrashIcon /> Remove Task
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
