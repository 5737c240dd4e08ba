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
import { Link } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { downloadTemplate } from "../../components/task/download-template.ts";

export interface TaskMenuProps {
  readonly task: Task;
  onLink(): void;
  onUpload(): void;
  onCopy(): void;
  onRelease(): void;
  onDelete(): void;
}

/** All actions on the task that the user may take. */
export function TaskMenu({ task, onLink, onUpload, onCopy, onRelease, onDelete }: TaskMenuProps) {
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
            <DropdownMenu.Item onSelect={onCopy}>
              <CopyIcon /> Copy to Other Groups
            </DropdownMenu.Item>
          </>
        )}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={onLink}>
          <Link2Icon /> Generate Link
        </DropdownMenu.Item>
        {instructs(task) && (
          <DropdownMenu.Item onSelect={onUpload}>
            <UploadIcon /> Upload File
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item onSelect={() => void downloadTemplate(task.id)}>
          <FileTextIcon /> Get Template
        </DropdownMenu.Item>
        {instructs(task) && <OfInstructors task={task} onRelease={onRelease} onDelete={onDelete} />}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

type OfInstructorsProps = Pick<TaskMenuProps, "task" | "onRelease" | "onDelete">;

function OfInstructors({ task, onRelease, onDelete }: OfInstructorsProps) {
  return (
    <>
      <DropdownMenu.Item asChild>
        <Link to={`/stacks/${task.id}`}>
          <LayersIcon /> Scanned Stacks
        </Link>
      </DropdownMenu.Item>
      <DropdownMenu.Item onSelect={onRelease}>
        <PaperPlaneIcon /> Release Grades
      </DropdownMenu.Item>
      <DropdownMenu.Separator />
      <DropdownMenu.Item color="red" onSelect={onDelete}>
        <TrashIcon /> Delete Task
      </DropdownMenu.Item>
    </>
  );
}
