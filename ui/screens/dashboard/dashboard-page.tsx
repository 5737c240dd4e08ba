import { PlusIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { TOPICS } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { counted } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { useNarrow } from "../../hooks/use-narrow.ts";
import { EmptyTasks } from "./empty-tasks.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { TaskCards } from "./task-cards.tsx";
import { courseCodesOf, filterTasks, NO_FILTERS, sortTasks } from "./task-list.ts";
import { TaskTable } from "./task-table.tsx";
import "./dashboard.css";

export function Component() {
  const known = useCall("getTasks", {}, { live: TOPICS.tasks });
  const { data } = known;
  const [filters, setFilters] = useAddressState(NO_FILTERS);
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
      <Answers to={[known]} waiting={<TasksSkeleton />}>
        {() =>
          shown.length === 0 ? (
            <EmptyTasks filtered={tasks.length > 0} onReset={() => setFilters(NO_FILTERS)} />
          ) : (
            <List tasks={shown} />
          )
        }
      </Answers>
    </div>
  );
}

function TasksSkeleton() {
  return (
    <div className="panel panel-body spaced" role="status">
      <span className="visually-hidden">Loading tasks</span>
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} height="22px" />
      ))}
    </div>
  );
}
