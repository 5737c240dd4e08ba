import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { DueDate } from "../../components/due-date.tsx";
import { SortedHeading } from "../../components/page-parts.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, cutText, taskTypeLabel } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { compareText } from "./task-list.ts";
import { TaskMenu } from "./task-menu.tsx";

interface Column {
  readonly label: string;
  compare(a: Task, b: Task): number;
  cell(task: Task): ReactNode;
}

/** By the names that the address has for them. */
const COLUMNS: Readonly<Record<string, Column>> = {
  class: {
    label: "Course | Group",
    compare: (a, b) => compareText(classGroupLabel(a), classGroupLabel(b)),
    cell: (task) => (
      <>
        <span title={classGroupLabel(task)}>{cutText(classGroupLabel(task), LIMITS.listClassGroupLength)}</span>
        <SharedBy of={task} />
      </>
    ),
  },
  title: {
    label: "Title",
    compare: (a, b) => compareText(a.title, b.title),
    cell: (task) => (
      <Link to={`/task/${task.id}`} title={task.title} className="task-title whole-row">
        {cutText(task.title, LIMITS.listTitleLength)}
      </Link>
    ),
  },
  graded: {
    label: "Graded Submissions",
    compare: (a, b) => gradedPart(a) - gradedPart(b),
    cell: (task) => <GradedCount task={task} />,
  },
  due_date: {
    label: "Due Date",
    compare: (a, b) => Date.parse(a.due_date) - Date.parse(b.due_date),
    cell: (task) => <DueDate task={task} short />,
  },
  type: {
    label: "Type of Task",
    compare: (a, b) => compareText(taskTypeLabel(a.exam_type), taskTypeLabel(b.exam_type)),
    cell: (task) => taskTypeLabel(task.exam_type),
  },
};

/** The tasks, by a column that the user chose or in their own order. */
export function TaskTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const [{ sort }, setSort] = useAddressState({ sort: "" });
  const chosen = sort.replace(/^-/, "");
  const sign = chosen === sort ? 1 : -1;
  const { compare } = COLUMNS[chosen] ?? {};
  const sorted = compare ? [...tasks].sort((a, b) => sign * compare(a, b)) : tasks;

  /** Ascending, descending, in their own order. */
  function sortBy(name: string): void {
    setSort({ sort: name !== chosen ? name : sign === 1 ? `-${name}` : "" });
  }

  return (
    <div className="panel table-frame">
      <table className="table cards task-table">
        <caption className="visually-hidden">Tasks</caption>
        <thead>
          <tr>
            {Object.entries(COLUMNS).map(([name, { label }]) => (
              <SortedHeading
                key={name}
                label={label}
                sorted={name !== chosen ? "none" : sign === 1 ? "ascending" : "descending"}
                onSort={() => sortBy(name)}
              />
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((task) => (
            <tr key={task.id}>
              {Object.entries(COLUMNS).map(([name, { label, cell }]) => (
                <td key={name} data-label={label}>
                  {cell(task)}
                </td>
              ))}
              <td className="corner">
                <TaskMenu task={task} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function gradedPart({ reviewed_submissions, total_submissions }: Task): number {
  return total_submissions === 0 ? 0 : reviewed_submissions / total_submissions;
}

function GradedCount({ task }: { readonly task: Task }) {
  return (
    <span className="graded-count">
      <span>
        {task.reviewed_submissions}/{task.total_submissions}
      </span>
      <span className="graded-bar" aria-hidden="true">
        <span style={{ width: `${100 * gradedPart(task)}%` }} />
      </span>
    </span>
  );
}
