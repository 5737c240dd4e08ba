import {
  CheckCircledIcon,
  CircleBackslashIcon,
  CrossCircledIcon,
  DotsHorizontalIcon,
  FileIcon,
  MagicWandIcon,
  MagnifyingGlassIcon,
  PaperPlaneIcon,
  QuestionMarkCircledIcon,
  TrashIcon,
} from "@radix-ui/react-icons";
import { DropdownMenu, Spinner } from "@radix-ui/themes";
import { memo, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { formatDate } from "../../../format.ts";
import { openDialog } from "../../../store.ts";
import { SubmissionHistory } from "../history/submission-history.tsx";
import { type AnswerState, answerState } from "./answer-state.ts";
import { HandInQuestions, LateBadge } from "./hand-in-badges.tsx";
import { earlierText } from "./submission-words.ts";

interface AnswerCellProps {
  readonly file: Submission;
  readonly entry: QueueEntry | undefined;
  readonly deleting: boolean;
  /** Null: the user may not. */
  readonly onDelete: ((file: Submission) => void) | null;
}

const ICONS: Readonly<Record<AnswerState["kind"], ReactNode>> = {
  reading: <Spinner size="1" />,
  failed: <CrossCircledIcon />,
  review: <QuestionMarkCircledIcon />,
  proposed: <MagicWandIcon />,
  confirmed: <CheckCircledIcon />,
  released: <PaperPlaneIcon />,
};

/**
 * A student's page for an item: its points and state, which open it in the evaluator, and what else can be done. A class
 * has thousands: those that stay the same are not rendered again.
 */
export const AnswerCell = memo(function AnswerCell({ file, entry, deleting, onDelete }: AnswerCellProps) {
  const { kind, words, title } = answerState(file, entry);
  const points = `${(file.graded ? file.total_grade : file.proposed_grade) ?? "–"} / ${file.maximum_grade}`;
  return (
    <div className="answer" data-state={kind}>
      <span className="line tight">
        <Link
          className="answer-open"
          to={evaluatorPath(file.task_id, file.id)}
          title={title}
          aria-label={`Analyze ${file.filename}: ${points} ${words}`}
        >
          <span className="answer-points">{points}</span>
          <span className="answer-state">
            {ICONS[kind]} {words}
          </span>
        </Link>
        {deleting ? (
          <span className="overdue unbroken">Deleting...</span>
        ) : (
          <AnswerMenu file={file} onDelete={onDelete} />
        )}
      </span>
      <LateBadge file={file} />
      <HandInQuestions file={file} />
      <HistoryButton file={file} />
    </div>
  );
});

export function NoAnswer() {
  return (
    <span className="answer-state">
      <CircleBackslashIcon /> No page
    </span>
  );
}

function HistoryButton({ file }: { readonly file: Submission }) {
  if (file.earlier + file.waiting === 0) return null;
  return (
    <small className="whole">
      <button
        type="button"
        className="link-button"
        title="See all uploads, and choose which one counts"
        onClick={() => openDialog(<SubmissionHistory file={file} />)}
      >
        {earlierText(file)}
      </button>
    </small>
  );
}

type AnswerMenuProps = Pick<AnswerCellProps, "file" | "onDelete">;

/** What can be done with a page. The menu is made when it is first opened: a class has thousands of pages. */
function AnswerMenu(props: AnswerMenuProps) {
  const [used, setUsed] = useState(false);
  if (used) return <OpenMenu {...props} />;
  return (
    <button
      type="button"
      className="choice muted answer-menu"
      aria-label={labelOf(props.file)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    >
      <DotsHorizontalIcon />
    </button>
  );
}

function OpenMenu({ file, onDelete }: AnswerMenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>
        <button type="button" className="choice muted answer-menu" aria-label={labelOf(file)}>
          <DotsHorizontalIcon />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Label className="answer-received">Received {formatDate(file.received_at)}</DropdownMenu.Label>
        <DropdownMenu.Item asChild>
          <Link to={evaluatorPath(file.task_id, file.id)}>
            <MagnifyingGlassIcon /> Analyze
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <a href={file.file_url} target="_blank" rel="noreferrer" title="Open the file as it was handed in">
            <FileIcon /> {file.filename}
          </a>
        </DropdownMenu.Item>
        {onDelete && (
          <>
            <DropdownMenu.Separator />
            <DropdownMenu.Item color="red" onSelect={() => onDelete(file)}>
              <TrashIcon /> Delete
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function labelOf({ filename }: Submission): string {
  return `Actions for ${filename}`;
}
