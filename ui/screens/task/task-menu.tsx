import {
  CopyIcon,
  FileTextIcon,
  LayersIcon,
  Link2Icon,
  PaperPlaneIcon,
  Pencil1Icon,
  ReaderIcon,
  TrashIcon,
} from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { Link, useNavigate } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { dashboardPath, evaluatorPath } from "../../../server/contract/pages.ts";
import { useOpenTask } from "../../calls/calls.ts";
import type { MenuProps } from "../../components/late-menu.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval, downloadTemplate } from "../../components/task/task-actions.tsx";
import { openDialog, useOwnUser } from "../../store.ts";
import { ReleaseDialog } from "../release/release.tsx";
import { CopyDialog } from "./copy-dialog.tsx";

/** What can be done with the task. */
export function Menu({ button }: MenuProps) {
  const task = useOpenTask();
  const user = useOwnUser();
  const navigate = useNavigate();

  function remove(): void {
    confirmTaskRemoval(task, { verb: "Delete", onRemoved: () => void navigate(dashboardPath(user.id)) });
  }

  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item asChild>
          <Link to={evaluatorPath(task.id)}>
            <ReaderIcon /> Open Task
          </Link>
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Item asChild>
              <Link to={`/edit-task/${task.id}`}>
                <Pencil1Icon /> Edit Task
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => openDialog(<CopyDialog task={task} />)}>
              <CopyIcon /> Copy to Other Groups
            </DropdownMenu.Item>
          </>
        )}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => openDialog(<LinkDialog taskId={task.id} />)}>
          <Link2Icon /> Generate Link
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => void downloadTemplate(task.id)}>
          <FileTextIcon /> Get Template
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Item asChild>
              <Link to={`/stacks/${task.id}`}>
                <LayersIcon /> Add Pages
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => openDialog(<ReleaseDialog taskId={task.id} />)}>
              <PaperPlaneIcon /> Release Grades
            </DropdownMenu.Item>
            <DropdownMenu.Separator />
            <DropdownMenu.Item color="red" onSelect={remove}>
              <TrashIcon /> Delete Task
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
