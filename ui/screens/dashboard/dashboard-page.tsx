import { DotsHorizontalIcon, MagnifyingGlassIcon, PlusIcon } from "@radix-ui/react-icons";
import { Badge, Button, TextField } from "@radix-ui/themes";
import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { sum } from "../../../core/basics/numbers.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { groupDigits } from "../../../core/rules/students/group-number.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { DASHBOARD_TYPE_FILTER } from "../../../core/rules/tasks/task-types.ts";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { renew, TOPICS, useAction, useCall } from "../../calls/calls.ts";
import { Choice, type ChoiceProps } from "../../components/choices.tsx";
import { LinkButton, QuietButton, TextInput } from "../../components/controls.tsx";
import { DueDate, SharedBy } from "../../components/due-date.tsx";
import { lateMenu } from "../../components/late-menu.tsx";
import { Answers, LoadingPart, PageHead, SortedHeading } from "../../components/page-parts.tsx";
import { classGroupLabel, counted, cutText, ofSome, pointsNumber, taskTypeLabel } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { openDialog, toast } from "../../store.ts";
import {
  compareText,
  courseCodesOf,
  filterTasks,
  NO_FILTERS,
  sortTasks,
  type TaskFilters,
  ungradedPages,
  waitingTasks,
} from "./task-list.ts";
import "./dashboard.css";

const TaskMenu = lateMenu(() => import("./task-menu.tsx"));

export function Component() {
  const known = useCall("getTasks", {}, { live: TOPICS.tasks });
  const { data } = known;
  const [filters, setFilters] = useAddressState(NO_FILTERS);
  const tasks = useMemo(() => sortTasks(data ?? []), [data]);
  const shown = useMemo(() => filterTasks(tasks, filters), [tasks, filters]);

  return (
    <div className="page">
      <PageHead title="Dashboard" text={data === null ? "Your tasks" : counted(tasks.length, "task")}>
        <LinkButton to="/create-task" size="3" className="new-task">
          <PlusIcon />
          Create New Task
        </LinkButton>
      </PageHead>
      <Waiting tasks={tasks} />
      {data !== null && tasks.every((task) => task.total_submissions === 0 && instructs(task)) && (
        <FirstSteps tasks={tasks} />
      )}
      {tasks.length > 0 && <FilterBar filters={filters} tasks={tasks} onChange={setFilters} />}
      <p className="visually-hidden" role="status">
        {data !== null && `${counted(shown.length, "task")} shown`}
      </p>
      <Answers to={[known]} waiting={<LoadingPart words="Loading tasks" />}>
        {() =>
          shown.length > 0 ? (
            <TaskTable tasks={shown} />
          ) : tasks.length > 0 ? (
            <NoneFound onReset={() => setFilters(NO_FILTERS)} />
          ) : null
        }
      </Answers>
    </div>
  );
}

/** The line that says what to do next, each part a link; nothing if nothing waits. */
function Waiting({ tasks }: { readonly tasks: readonly Task[] }) {
  const { ungraded, asked, due } = waitingTasks(tasks, Date.now());
  const pages = sum(ungraded.map(ungradedPages));
  const requests = sum(asked.map(({ open_requests }) => open_requests));
  const parts = [
    { of: ungraded, words: `${counted(pages, "page")} to review`, tab: "review", sort: "graded" },
    { of: asked, words: counted(requests, "regrade request"), tab: "review", sort: null },
    { of: due, words: `${counted(due.length, "task")} due within a week`, tab: "submissions", sort: "due_date" },
  ] as const;
  const shown = parts.filter(({ of }) => of.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="row waiting" aria-label="Waiting for you">
      {shown.map(({ of, words, tab, sort }) => (
        <li key={words}>
          <Link
            className="touch-link"
            to={of.length === 1 || sort === null ? taskPath(of[0]!.id, tab) : `?sort=${sort}`}
          >
            {words}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface FilterBarProps {
  readonly filters: TaskFilters;
  readonly tasks: readonly Task[];
  onChange(part: Partial<TaskFilters>): void;
}

const STATUSES = [
  { value: "Completed", label: "Completed" },
  { value: "Ongoing", label: "Ongoing" },
];

/** From this many tasks on, every filter is in sight; before, all but the search fold away. */
const MANY = 10;

function FilterBar({ filters, tasks, onChange }: FilterBarProps) {
  const { search, ...others } = filters;
  const chosen = Object.values(others).filter((value) => value !== "").length;
  const [isOpen] = useState(chosen > 0);
  const courseOptions = courseCodesOf(tasks).map((course) => ({ value: course, label: course }));
  const choices = (
    <>
      <Filter
        label="Course"
        value={filters.course}
        options={courseOptions}
        onChange={(course) => onChange({ course })}
      />
      <TextInput
        label="Group"
        size="2"
        inputMode="numeric"
        placeholder="All"
        value={filters.group}
        onChange={(event) => onChange({ group: groupDigits(event.target.value) })}
      />
      <Filter
        label="Type"
        value={filters.type}
        options={DASHBOARD_TYPE_FILTER}
        onChange={(type) => onChange({ type })}
      />
      <Filter label="Status" value={filters.status} options={STATUSES} onChange={(status) => onChange({ status })} />
    </>
  );
  return (
    <search className="fields filters">
      <TextInput
        label="Search"
        size="2"
        type="search"
        className="filter-search"
        placeholder="Title or class"
        value={search}
        onChange={(event) => onChange({ search: event.target.value })}
      >
        <TextField.Slot>
          <MagnifyingGlassIcon />
        </TextField.Slot>
      </TextInput>
      {tasks.length >= MANY ? (
        choices
      ) : (
        <details open={isOpen}>
          <summary>{chosen === 0 ? "Filters" : `Filters (${chosen})`}</summary>
          <div className="fields filters">{choices}</div>
        </details>
      )}
    </search>
  );
}

/** A choice cannot hold an empty value. */
const ALL = "all";

/** A choice that may be left open: its value is empty then. */
function Filter({ label, value, options, onChange }: Pick<ChoiceProps, "label" | "value" | "options" | "onChange">) {
  return (
    <Choice
      label={label}
      size="2"
      value={value || ALL}
      options={[{ value: ALL, label: "All" }, ...options]}
      onChange={(chosen) => onChange(chosen === ALL ? "" : chosen)}
    />
  );
}

function NoneFound({ onReset }: { onReset(): void }) {
  return (
    <div className="panel centred empty-state">
      <MagnifyingGlassIcon width="30" height="30" />
      <p>No tasks found matching your filters.</p>
      <Button variant="soft" onClick={onReset}>
        Clear filters
      </Button>
    </div>
  );
}

/** The way to the first page that comes in. */
function FirstSteps({ tasks: [task] }: { readonly tasks: readonly Task[] }) {
  const classes = useCall("getClasses", {});
  const hasClass = task !== undefined || (classes.data?.length ?? 0) > 0;
  return (
    <div className="panel centred empty-state">
      <p>{task ? "No page has come yet." : "No tasks available. Create a new task to get started."}</p>
      <ol className="bullets first-steps">
        <li>
          <Link to="/create-class">Add a class</Link> {hasClass && <Badge color="green">Done</Badge>}
          <small>Paste your students' IDs, or choose a class list.</small>
        </li>
        <li>
          <Link to="/create-task">Create a task</Link> {task && <Badge color="green">Done</Badge>}
          <small>Type the expression that each circuit should compute, and its points.</small>
        </li>
        <li>
          {task ? (
            <button type="button" className="link-button" onClick={() => void share(task)}>
              Share it
            </button>
          ) : (
            "Share it"
          )}
          <small>Students hand in photos under the task's link, or you scan the sheets that they drew on.</small>
          {task && <Link to={`/stacks/${task.id}`}>Add Pages</Link>}
        </li>
      </ol>
      {!task && <SampleButton />}
    </div>
  );
}

async function share({ id }: Task): Promise<void> {
  const { LinkDialog } = await import("../../components/task/link-dialog.tsx");
  openDialog(<LinkDialog taskId={id} />);
}

/** For a first look: what a class looks like whose pages have come. */
function SampleButton() {
  const navigate = useNavigate();
  const { busy, run } = useAction(async () => {
    const { message, task_id } = await call("createSampleClass", {});
    toast(message);
    await renew("getClasses");
    void navigate(taskPath(task_id));
  });
  return (
    <Button variant="soft" loading={busy} onClick={() => void run()}>
      Try a Sample Class
    </Button>
  );
}

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
function TaskTable({ tasks }: { readonly tasks: readonly Task[] }) {
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
