import {
  CopyIcon,
  ExclamationTriangleIcon,
  FileTextIcon,
  GroupIcon,
  LayersIcon,
  Link2Icon,
  Pencil1Icon,
  ReaderIcon,
  TableIcon,
  TrashIcon,
  UploadIcon,
} from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { downloadTemplate } from "../../components/task/download-template.ts";

export interface TaskActionsProps {
  readonly task: Task;
  onLink(): void;
  onUpload(): void;
  onDelete(): void;
}

/** The actions on the task. */
export function TaskActions({ task, onLink, onUpload, onDelete }: TaskActionsProps) {
  return (
    <div className="task-buttons">
      <Button asChild size="2">
        <Link to={evaluatorPath(task.id)}>
          <ReaderIcon /> Open Task
        </Link>
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/answer-groups/${task.id}`}>
          <GroupIcon /> Answer Groups
        </Link>
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/edit-task/${task.id}`}>
          <Pencil1Icon /> Edit Task
        </Link>
      </Button>
      <Button variant="soft" color="gray" onClick={onLink}>
        <Link2Icon /> Generate Link
      </Button>
      <Button variant="soft" color="gray" onClick={onUpload}>
        <UploadIcon /> Upload File
      </Button>
      <Button variant="soft" color="gray" onClick={() => void downloadTemplate(task.id)}>
        <FileTextIcon /> Get Template
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/stacks/${task.id}`}>
          <LayersIcon /> Scanned Stacks
        </Link>
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/queue/${task.id}`}>
          <ExclamationTriangleIcon /> Exception Queue
        </Link>
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/copies/${task.id}`}>
          <CopyIcon /> Copied Drawings
        </Link>
      </Button>
      <Button asChild variant="soft" color="gray">
        <Link to={`/gradebook/${task.id}`}>
          <TableIcon /> Grades and Feedback
        </Link>
      </Button>
      <Button variant="outline" color="red" className="task-delete" onClick={onDelete}>
        <TrashIcon /> Delete Task
      </Button>
    </div>
  );
}
