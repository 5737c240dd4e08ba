import {
  CheckCircledIcon,
  CircleBackslashIcon,
  CrossCircledIcon,
  DotsHorizontalIcon,
  MagicWandIcon,
  PaperPlaneIcon,
  QuestionMarkCircledIcon,
} from "@radix-ui/react-icons";
import { Spinner } from "@radix-ui/themes";
import { type MouseEvent, memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { sum } from "../../../../core/basics/numbers.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { lateDialog, lateMenu } from "../../../components/late-menu.tsx";
import { SortedHeading } from "../../../components/page-parts.tsx";
import { counted, itemTotal } from "../../../format.ts";
import type { AnswerMenuProps } from "./answer-menu.tsx";
import { type AnswerState, answerState } from "./answer-state.ts";
import { HandInQuestions, LateBadge } from "./hand-in-badges.tsx";
import type { RowOrder, StudentRow } from "./student-rows.ts";
import { earlierText } from "./submission-words.ts";

const AnswerMenu = lateMenu(() => import("./answer-menu.tsx"));
const openHistory = lateDialog(async () => (await import("../history/submission-history.tsx")).SubmissionHistory);

interface SubmissionGridProps extends RowOrder {
  readonly task: Task;
  readonly items: readonly number[];
  readonly rows: readonly StudentRow[];
  /** The pages that wait for a person, by the submission's ID. */
  readonly waiting: ReadonlyMap<string, QueueEntry>;
  readonly deleting: ReadonlySet<string>;
  readonly onDelete: AnswerMenuProps["onDelete"];
  /** No student has a name: the column offers to import them. */
  readonly nameless: boolean;
  onSort(by: RowOrder["by"]): void;
}

export function SubmissionGrid({ task, items, rows, by, order, nameless, onSort, ...cells }: SubmissionGridProps) {
  const keys = items.map((item) => task.answer_keys[item - 1]!);
  const maximum = sum(keys.map(itemTotal));
  return (
    <div className="table-frame">
      <table className="table cards sub-table">
        <caption className="visually-hidden">Submissions</caption>
        <thead>
          <tr>
            <SortedHeading sorted={by === "student" ? order : "none"} onSort={() => onSort("student")} label="Student">
              {nameless && (
                <Link className="touch-link sub-import" to={`/edit-class/${task.class_id}`}>
                  Import names
                </Link>
              )}
            </SortedHeading>
            {keys.map((item) => (
              <th key={item.item} scope="col" className="sub-item">
                {item.item} <small>{counted(itemTotal(item), "point")}</small>
              </th>
            ))}
            <SortedHeading
              sorted={by === "total" ? order : "none"}
              onSort={() => onSort("total")}
              label="Total Grade"
            />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StudentLine key={row.student} row={row} items={items} maximum={maximum} {...cells} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type StudentLineProps = Pick<SubmissionGridProps, "items" | "waiting" | "deleting" | "onDelete"> & {
  readonly row: StudentRow;
  readonly maximum: number;
};

/** Opens the row of an ID, which is above the row's link so that it can be selected; not if it was. */
function openRow({ currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (getSelection()?.isCollapsed === false) return;
  const click = new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.closest("tr")?.querySelector(".whole-row")?.dispatchEvent(click);
}

function StudentLine({ row, items, maximum, waiting, deleting, onDelete }: StudentLineProps) {
  return (
    <tr>
      <th scope="row">
        {row.name !== "" && <div className="sub-person">{row.name}</div>}
        {/* biome-ignore-start lint/a11y: keys have the row's link */}
        <div className={row.name === "" ? "sub-id" : "note sub-id"} onClick={openRow}>
          {row.student}
        </div>
        {/* biome-ignore-end lint/a11y: keys have the row's link */}
      </th>
      {row.answers.map((file, index) => (
        <td key={items[index]} data-label={`Item ${items[index]}`}>
          {file === null ? (
            <span className="answer-state">
              <CircleBackslashIcon /> No page
            </span>
          ) : (
            <AnswerCell file={file} entry={waiting.get(file.id)} deleting={deleting.has(file.id)} onDelete={onDelete} />
          )}
        </td>
      ))}
      <td data-label="Total">
        <span className="sub-grade">
          <strong>{row.total ?? "–"}</strong> / {maximum}
          {row.proposed !== null && <small>{row.proposed} proposed</small>}
        </span>
      </td>
    </tr>
  );
}

interface AnswerCellProps extends AnswerMenuProps {
  readonly entry: QueueEntry | undefined;
  readonly deleting: boolean;
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
const AnswerCell = memo(function AnswerCell({ file, entry, deleting, onDelete }: AnswerCellProps) {
  const { kind, words, title } = answerState(file, entry);
  const points = `${(file.graded ? file.total_grade : file.proposed_grade) ?? "–"} / ${file.maximum_grade}`;
  return (
    <div className="row answer" data-state={kind}>
      <span className="line tight">
        <Link
          className="answer-open whole-row"
          to={evaluatorPath(file.task_id, file.id)}
          title={title}
          aria-label={`Analyze ${file.filename}: ${points} ${words}`}
        >
          <span className="unbroken">{points}</span>
          <span className="answer-state">
            {ICONS[kind]} {words}
          </span>
        </Link>
        {deleting ? (
          <span className="overdue unbroken">Deleting...</span>
        ) : (
          <AnswerMenu
            button={
              <button type="button" className="choice muted answer-menu" aria-label={`Actions for ${file.filename}`}>
                <DotsHorizontalIcon />
              </button>
            }
            file={file}
            onDelete={onDelete}
          />
        )}
      </span>
      <LateBadge file={file} />
      <HandInQuestions file={file} />
      <HistoryButton file={file} />
    </div>
  );
});

function HistoryButton({ file }: { readonly file: Submission }) {
  if (file.earlier + file.waiting === 0) return null;
  return (
    <small className="whole">
      <button
        type="button"
        className="link-button"
        title="See all uploads, and choose which one counts"
        onClick={() => openHistory({ file })}
      >
        {earlierText(file)}
      </button>
    </small>
  );
}
