import { MagnifyingGlassIcon, PlusIcon } from "@radix-ui/react-icons";
import { Badge, Button, TextField } from "@radix-ui/themes";
import { type ReactNode, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { sum } from "../../../core/basics/numbers.ts";
import { groupDigits } from "../../../core/rules/students/group-number.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { DASHBOARD_TYPE_FILTER } from "../../../core/rules/tasks/task-types.ts";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { renew, TOPICS, useAction, useCall } from "../../calls/calls.ts";
import { Choice, type ChoiceProps } from "../../components/choices.tsx";
import { BusyButton, LinkButton, TextInput } from "../../components/controls.tsx";
import { lateDialog } from "../../components/late-menu.tsx";
import { Answers, LoadingPart, PageHead } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { toast } from "../../store.ts";
import {
  courseCodesOf,
  filterTasks,
  NO_FILTERS,
  sortTasks,
  type TaskFilters,
  ungradedPages,
  waitingTasks,
} from "./task-list.ts";
import { TaskTable } from "./task-table.tsx";
import "./dashboard.css";

const share = lateDialog(async () => (await import("../../components/task/link-dialog.tsx")).LinkDialog);

export function Component() {
  const known = useCall("getTasks", {}, { live: TOPICS.tasks });
  const { data } = known;
  const [filters, setFilters] = useAddressState(NO_FILTERS);
  const tasks = useMemo(() => sortTasks(data ?? []), [data]);
  const shown = filterTasks(tasks, filters);

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
            <div className="panel centred empty-state">
              <MagnifyingGlassIcon width="30" height="30" />
              <p>No tasks found matching your filters.</p>
              <Button variant="soft" onClick={() => setFilters(NO_FILTERS)}>
                Clear filters
              </Button>
            </div>
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

/** A choice cannot hold an empty value. */
const ALL = "all";

/** From this many tasks on, every filter is in sight; before, all but the search fold away. */
const MANY = 10;

function FilterBar({ filters, tasks, onChange }: FilterBarProps) {
  const { search, ...others } = filters;
  const chosen = Object.values(others).filter((value) => value !== "").length;
  const [isOpen] = useState(chosen > 0);
  const courseOptions = courseCodesOf(tasks).map((course) => ({ value: course, label: course }));

  /** A choice that may be left open. */
  function filter(name: "course" | "type" | "status", label: string, options: ChoiceProps["options"]): ReactNode {
    return (
      <Choice
        label={label}
        size="2"
        value={filters[name] || ALL}
        options={[{ value: ALL, label: "All" }, ...options]}
        onChange={(chosen) => onChange({ [name]: chosen === ALL ? "" : chosen })}
      />
    );
  }

  const choices = (
    <>
      {filter("course", "Course", courseOptions)}
      <TextInput
        label="Group"
        size="2"
        inputMode="numeric"
        placeholder="All"
        value={filters.group}
        onChange={(event) => onChange({ group: groupDigits(event.target.value) })}
      />
      {filter("type", "Type", DASHBOARD_TYPE_FILTER)}
      {filter("status", "Status", STATUSES)}
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
            <button type="button" className="link-button" onClick={() => share({ taskId: task.id })}>
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
    <BusyButton variant="soft" busy={busy} onClick={() => void run()}>
      Try a Sample Class
    </BusyButton>
  );
}
