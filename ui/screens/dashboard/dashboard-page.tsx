import { PlusIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { TOPICS } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { counted } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { useNarrow } from "../../hooks/use-narrow.ts";
import "./dashboard.css";
import { EmptyTasks } from "./empty-tasks.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { TaskCards } from "./task-cards.tsx";
import { courseCodesOf, filterTasks, NO_FILTERS, sortTasks } from "./task-list.ts";
import { TaskTable } from "./task-table.tsx";
import { TasksSkeleton } from "./tasks-skeleton.tsx";

/** An instructor's tasks. */
export function DashboardPage() {
  const { data, error, reload } = useCall("getTasks", {}, { live: TOPICS.tasks });
  const [filters, setFilters] = useAddressState(NO_FILTERS);
  const [linked, setLinked] = useState<Task | null>(null);
  const narrow = useNarrow();
  const tasks = useMemo(() => sortTasks(data ?? []), [data]);
  const shown = useMemo(() => filterTasks(tasks, filters), [tasks, filters]);
  const List = narrow ? TaskCards : TaskTable;

  return (
    <div className="page">
      <PageHead title="Dashboard" text={data === null ? "Your tasks" : counted(tasks.length, "task")}>
        <Button asChild size="3">
          <Link to="/create-task">
            <PlusIcon />
            Create New Task
          </Link>
        </Button>
      </PageHead>
      <FilterBar filters={filters} courses={courseCodesOf(tasks)} onChange={setFilters} />
      <p className="visually-hidden" role="status">
        {data !== null && `${counted(shown.length, "task")} shown`}
      </p>
      {data === null && error !== null && <CallFailed message={error.message} onRetry={() => void reload()} />}
      {data === null && error === null && <TasksSkeleton />}
      {data !== null && shown.length === 0 && (
        <EmptyTasks filtered={tasks.length > 0} onReset={() => setFilters(NO_FILTERS)} />
      )}
      {shown.length > 0 && <List tasks={shown} onLink={setLinked} onRemoved={reload} />}
      <LinkDialog taskId={linked?.id ?? null} onClose={() => setLinked(null)} />
    </div>
  );
}
