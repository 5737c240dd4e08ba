import { DotsHorizontalIcon } from "@radix-ui/react-icons";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { QuietButton } from "../../components/controls.tsx";
import { DueDate, SharedBy } from "../../components/due-date.tsx";
import { lateMenu } from "../../components/late-menu.tsx";
import { SortedHeading } from "../../components/page-parts.tsx";
import { classGroupLabel, cutText, ofSome, pointsNumber, taskTypeLabel } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { compareText } from "./task-list.ts";

const TaskMenu = lateMenu(() => import("./task-menu.tsx"));

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
                <TaskMenu
                  button={
                    <QuietButton label={`Actions for ${task.title}`}>
                      <DotsHorizontalIcon />
                    </QuietButton>
                  }
                  task={task}
                />
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

/** How many of a task's pages are graded, which part wait or are missing, and how the points are spread in the end. */
function GradedCount({ task }: { readonly task: Task }) {
  const { reviewed_submissions: graded, total_submissions: total, missing_submissions: missing, points } = task;
  const all = Math.max(1, total + missing);
  const shares = { "--graded": `${(100 * graded) / all}%`, "--come": `${(100 * total) / all}%` } as CSSProperties;
  const most = Math.max(...(points?.histogram ?? []).map(({ count }) => count));
  const words = ofSome([
    [total - graded, `${total - graded} to review`],
    [points ? 1 : 0, `mean ${pointsNumber(points?.mean ?? 0)}`],
    [missing, `${missing} missing`],
  ]);
  return (
    <span className="row graded-count">
      <span>
        {graded}/{total}
      </span>
      {points ? (
        <span className="task-points" aria-hidden="true">
          {points.histogram.map(({ from, count }) => (
            <i key={from} style={{ height: `${(100 * count) / most}%` }} />
          ))}
        </span>
      ) : (
        <span className="task-bar" aria-hidden="true" style={shares} />
      )}
      <small>{words.join(", ")}</small>
    </span>
  );
}
