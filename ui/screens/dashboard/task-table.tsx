import { CaretDownIcon, CaretSortIcon, CaretUpIcon } from "@radix-ui/react-icons";
import {
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type MouseEvent, useMemo } from "react";
import { Link, useNavigate } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { DueDate } from "../../components/due-date.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, cutText, taskTypeLabel } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { compareText } from "./task-list.ts";
import { TaskMenu } from "./task-menu.tsx";

export interface TaskListProps {
  readonly tasks: readonly Task[];
}

const byText: SortFn<typeof features, Task> = (a, b, column) =>
  compareText(String(a.getValue(column)), String(b.getValue(column)));

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: {},
});

const helper = createColumnHelper<typeof features, Task>();

const columns = helper.columns([
  helper.accessor(classGroupLabel, {
    id: "class",
    header: "Course | Group",
    sortFn: byText,
    cell: ({ row }) => <ClassGroup task={row.original} />,
  }),
  helper.accessor("title", {
    header: "Title",
    sortFn: byText,
    cell: ({ row: { original: task } }) => (
      <Link to={`/task/${task.id}`} title={task.title} className="task-title">
        {cutText(task.title, LIMITS.listTitleLength)}
      </Link>
    ),
  }),
  helper.accessor(gradedPart, {
    id: "graded",
    header: "Graded Submissions",
    sortFn: (a, b) => gradedPart(a.original) - gradedPart(b.original),
    cell: ({ row }) => <GradedCount task={row.original} />,
  }),
  helper.accessor("due_date", {
    header: "Due Date",
    sortFn: (a, b) => Date.parse(a.original.due_date) - Date.parse(b.original.due_date),
    cell: ({ row }) => <DueDate task={row.original} short />,
  }),
  helper.accessor((task) => taskTypeLabel(task.exam_type), {
    id: "type",
    header: "Type of Task",
    sortFn: byText,
  }),
]);

/** Also used in the address. */
const SORTABLE = ["class", "title", "graded", "due_date", "type"] as const;

/** A column's name in the address; `-` before it means descending order. */
function sortingOf(sort: string): SortingState {
  const id = sort.replace(/^-/, "");
  return SORTABLE.some((each) => each === id) ? [{ id, desc: sort !== id }] : [];
}

function gradedPart({ reviewed_submissions, total_submissions }: Task): number {
  return total_submissions === 0 ? 0 : reviewed_submissions / total_submissions;
}

function ClassGroup({ task }: { readonly task: Task }) {
  const label = classGroupLabel(task);
  return (
    <>
      <span title={label}>{cutText(label, LIMITS.listClassGroupLength)}</span>
      <SharedBy of={task} />
    </>
  );
}

export function TaskTable({ tasks }: TaskListProps) {
  const navigate = useNavigate();
  const [{ sort }, setSort] = useAddressState({ sort: "" });
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const table = useTable({
    features,
    columns,
    data: tasks,
    getRowId: (task) => task.id,
    state: { sorting },
    onSortingChange(change) {
      const [first] = functionalUpdate(change, sorting);
      setSort({ sort: first === undefined ? "" : `${first.desc ? "-" : ""}${first.id}` });
    },
  });

  /** A click on an interactive element in the row is not a click on the row; nor is one with a modifier key. */
  function open(event: MouseEvent<HTMLElement>, task: Task): void {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return;
    if (event.target instanceof Element && event.target.closest("a, button")) return;
    void navigate(`/task/${task.id}`);
  }

  return (
    <div className="panel table-frame">
      <table className="table task-table">
        <caption className="visually-hidden">Tasks</caption>
        {table.getHeaderGroups().map((group) => (
          <thead key={group.id}>
            <tr>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
                  >
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <SortMark sorted={sorted} />
                    </button>
                  </th>
                );
              })}
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
        ))}
        <tbody>
          {table.getRowModel().rows.map((row) => (
            // The title is a link for the keyboard; the row is a larger target for the mouse.
            <tr key={row.id} onClick={(event) => open(event, row.original)}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              <td>
                <TaskMenu task={row.original} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortMark({ sorted }: { readonly sorted: false | "asc" | "desc" }) {
  if (sorted === "asc") return <CaretUpIcon />;
  if (sorted === "desc") return <CaretDownIcon />;
  return <CaretSortIcon className="sort-idle" />;
}

export function GradedCount({ task }: { readonly task: Task }) {
  const { reviewed_submissions: graded, total_submissions: total } = task;
  const part = total === 0 ? 0 : (100 * graded) / total;
  return (
    <span className="graded-count">
      <span>
        {graded}/{total}
      </span>
      <span className="graded-bar" aria-hidden="true">
        <span style={{ width: `${part}%` }} />
      </span>
    </span>
  );
}
