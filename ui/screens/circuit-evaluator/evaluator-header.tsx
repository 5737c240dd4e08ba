import { ChevronLeftIcon, ChevronRightIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { IconButton, Tooltip } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import type { File as Submission } from "../../../server/contract/file.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/task.ts";
import { Logo } from "../../components/logo.tsx";
import { ariaKeys, type CommandId, keyHint } from "../../evaluator/commands.ts";
import { formatDate } from "../../format.ts";
import { SubmissionPicker } from "./submission-picker.tsx";

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
      <nav className="ce-steps" aria-label="Submissions">
        <StepButton command="previous" label="Previous submission" disabled={at <= 0} onCommand={onCommand}>
          <ChevronLeftIcon />
        </StepButton>
        <SubmissionPicker
          files={files}
          current={current}
          open={props.pickerOpen}
          onOpenChange={props.onPickerOpen}
          onChoose={props.onChoose}
        />
        <StepButton
          command="next"
          label="Next submission"
          disabled={at < 0 || at >= files.length - 1}
          onCommand={onCommand}
        >
          <ChevronRightIcon />
        </StepButton>
        <span className="ce-position" title="Position">
          {at + 1} / {files.length}
        </span>
      </nav>
      {/* A new key starts the pulse anew with every change. */}
      <span
        className="ce-graded"
        key={`${graded}/${files.length}`}
        role="status"
        aria-label={`${graded} of ${files.length} graded`}
      >
        {graded}/{files.length} <span className="ce-graded-word">graded</span>
      </span>
      <Tooltip content={`Keys (${keyHint("help")})`}>
        <IconButton variant="ghost" color="gray" size="3" aria-label="Keys" onClick={() => onCommand("help")}>
          <QuestionMarkCircledIcon width="18" height="18" />
        </IconButton>
      </Tooltip>
    </header>
  );
}

interface StepButtonProps {
  readonly command: CommandId;
  readonly label: string;
  readonly disabled: boolean;
  readonly children: React.ReactNode;
  onCommand(command: CommandId): void;
}

function StepButton({ command, label, disabled, children, onCommand }: StepButtonProps) {
  return (
    <Tooltip content={`${label} (${keyHint(command)})`}>
      <IconButton
        variant="soft"
        color="gray"
        aria-label={label}
        aria-keyshortcuts={ariaKeys(command)}
        disabled={disabled}
        onClick={() => onCommand(command)}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
