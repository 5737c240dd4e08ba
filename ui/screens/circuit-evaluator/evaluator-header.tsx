import { ChevronLeftIcon, ChevronRightIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { Link } from "react-router-dom";
import type { File as Submission } from "../../../server/contract/file.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/task.ts";
import { Logo } from "../../components/logo.tsx";
import { NamesHidden } from "../../components/names-hidden.tsx";
import type { CommandId } from "../../evaluator/commands.ts";
import { formatDate } from "../../format.ts";
import { useNarrow } from "../../use-narrow.ts";
import { CommandButton } from "./command-button.tsx";
import { SubmissionPicker } from "./submission-picker.tsx";
import "./evaluator-header.css";

export interface EvaluatorHeaderProps {
  readonly userId: string;
  readonly task: Task;
  readonly files: readonly Submission[];
  readonly current: Submission | null;
  readonly pickerOpen: boolean;
  onPickerOpen(open: boolean): void;
  onChoose(id: string): void;
  onCommand(command: CommandId): void;
}

/** Product, task, how much is graded, and the way through the submissions. */
export function EvaluatorHeader(props: EvaluatorHeaderProps) {
  const { userId, task, files, current, onCommand } = props;
  const at = files.findIndex(({ id }) => id === current?.id);
  const graded = files.filter((file) => file.graded).length;
  return (
    <header className="ce-header">
      <Link to={dashboardPath(userId)} className="ce-product" aria-label="CircuitGrade">
        <Logo />
      </Link>
      <Link to={`/task/${task.id}`} className="ce-task">
        <strong>{task.title}</strong>
        <span>Due {formatDate(task.due_date)}</span>
      </Link>
      <NamesHidden task={task} wordless={useNarrow()} />
      <nav className="ce-steps" aria-label="Submissions">
        <CommandButton
          command="previous"
          label="Previous submission"
          variant="soft"
          disabled={at <= 0}
          onCommand={onCommand}
        >
          <ChevronLeftIcon />
        </CommandButton>
        <SubmissionPicker
          files={files}
          current={current}
          open={props.pickerOpen}
          onOpenChange={props.onPickerOpen}
          onChoose={props.onChoose}
        />
        <CommandButton
          command="next"
          label="Next submission"
          variant="soft"
          disabled={at < 0 || at >= files.length - 1}
          onCommand={onCommand}
        >
          <ChevronRightIcon />
        </CommandButton>
        <span className="ce-position" title="Position">
          {at + 1} / {files.length}
        </span>
      </nav>
      {/* A new key starts the pulse again with every change. */}
      <span
        className="ce-graded"
        key={`${graded}/${files.length}`}
        role="status"
        aria-label={`${graded} of ${files.length} graded`}
      >
        {graded}/{files.length} <span className="ce-graded-word">graded</span>
      </span>
      <CommandButton command="help" label="Keys" size="3" onCommand={onCommand}>
        <QuestionMarkCircledIcon width="18" height="18" />
      </CommandButton>
    </header>
  );
}
