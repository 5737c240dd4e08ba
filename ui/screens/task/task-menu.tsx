import {
  CopyIcon,
  DownloadIcon,
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
import { call } from "../../api.ts";
import { useOpenTask } from "../../calls/calls.ts";
import type { MenuProps } from "../../components/late-menu.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval, downloadTemplate } from "../../components/task/task-actions.tsx";
import { saveAnswer } from "../../save-file.ts";
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

  /** What was read of each page and proposed for it, as the command writes it. */
  function saveResults(): void {
    void saveAnswer(call("getTaskResults", { params: { taskId: task.id }, query: {} }), `${task.title} results.jsonl`);
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
            <DropdownMenu.Item onSelect={saveResults}>
              <DownloadIcon /> Save Results for Programs
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
