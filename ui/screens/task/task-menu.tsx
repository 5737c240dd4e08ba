import {
  CopyIcon,
  DotsHorizontalIcon,
  FileTextIcon,
  LayersIcon,
  Link2Icon,
  PaperPlaneIcon,
  Pencil1Icon,
  ReaderIcon,
  TrashIcon,
  UploadIcon,
} from "@radix-ui/react-icons";
import { Button, DropdownMenu } from "@radix-ui/themes";
import { Link, useNavigate } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { dashboardPath, evaluatorPath } from "../../../server/contract/pages.ts";
import { useOpenTask } from "../../calls/open-task.ts";
import { downloadTemplate } from "../../components/task/download-template.ts";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval } from "../../components/task/task-removal.ts";
import { openDialog, useOwnUser } from "../../store.ts";
import { ReleaseDialog } from "../release/release-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { UploadDialog } from "./uploads/upload-dialog.tsx";

export function TaskMenu() {
  const task = useOpenTask();
  const user = useOwnUser();
  const navigate = useNavigate();

  function remove(): void {
    confirmTaskRemoval(task, { verb: "Delete", onRemoved: () => void navigate(dashboardPath(user.id)) });
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button size="3" variant="soft" color="gray" aria-label={`Actions for ${task.title}`}>
          <DotsHorizontalIcon /> Actions
        </Button>
      </DropdownMenu.Trigger>
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
        {instructs(task) && (
          <DropdownMenu.Item onSelect={() => openDialog(<UploadDialog task={task} />)}>
            <UploadIcon /> Upload File
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item onSelect={() => void downloadTemplate(task.id)}>
          <FileTextIcon /> Get Template
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Item asChild>
              <Link to={`/stacks/${task.id}`}>
                <LayersIcon /> Scanned Stacks
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
