import { FileIcon, MagnifyingGlassIcon, ReloadIcon } from "@radix-ui/react-icons";
import { Button, Spinner, TextField } from "@radix-ui/themes";
import { type Ref, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { instructs } from "../../../../core/rules/tasks/roles.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { Queue } from "../../../../server/contract/tasks/stack.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call } from "../../../api.ts";
import { renewTask, useAction, useOpenTask, useTaskWork } from "../../../calls/calls.ts";
import { dimmed, QuietButton, Segments } from "../../../components/controls.tsx";
import { Answers, LoadingPart } from "../../../components/page-parts.tsx";
import { counted, SEEN_AT_ONCE } from "../../../format.ts";
import { useAddressState } from "../../../hooks/use-address-state.ts";
import { confirmFirst, toast } from "../../../store.ts";
import {
  filterOf,
  filterRows,
  type RowOrder,
  SUBMISSION_FILTERS,
  type SubmissionFilter,
  searchRows,
  shownItems,
  sortRows,
  studentRows,
  USUAL_VIEW,
} from "./student-rows.ts";
import { SubmissionGrid } from "./submission-grid.tsx";
import { deletionText, emptyText } from "./submission-words.ts";
import "./submissions.css";

const NOBODY: Queue["roster"] = [];

/** How many rows the grid starts with: more than fit on a screen. */
const FIRST_ROWS = 30;
/** How many rows are added at a time, and after how many milliseconds: a slow device has shown the page by then. */
const [MORE_ROWS, PAUSE] = [100, 500];

export function SubmissionsTab() {
  const task = useOpenTask();
  const taskId = task.id;
  const { files, queue } = useTaskWork(taskId);
  const [view, setView] = useAddressState<Record<keyof typeof USUAL_VIEW, string>>(USUAL_VIEW);
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const { busy: refreshing, run: refresh } = useAction(() => renewTask(taskId));
  const searchField = useRef<HTMLInputElement>(null);
  const roster = task.names_hidden ? NOBODY : (queue.data?.roster ?? NOBODY);
  const items = useMemo(() => shownItems(task), [task]);
  const filter = filterOf(view.show);
  const isUntouched = files.data?.files.length === 0;
  const all = useMemo(() => {
    // Nobody has handed in: only who is missing is of interest.
    if (isUntouched && filter !== "missing") return [];
    return studentRows(files.data?.files ?? [], { roster, items });
  }, [isUntouched, files.data, roster, items, filter]);
  const { by, order } = orderOf(view);
  const search = all.length > SEEN_AT_ONCE ? view.search : null;
  const shown = useMemo(() => {
    return sortRows(filterRows(searchRows(all, search ?? ""), filter), { by, order });
  }, [all, search, filter, by, order]);
  // Typing does not wait for the rows of a large class.
  const rows = useGrowing(useDeferredValue(shown));
  const waiting = new Map((queue.data?.entries ?? []).map((entry) => [entry.id, entry]));

  /** The button that does it disappears with it. */
  function clearSearch(): void {
    setView({ search: "" });
    searchField.current?.focus();
  }

  /** The first click on a heading gives the order that is useful there. */
  function sort(column: RowOrder["by"]): void {
    const first = column === "total" ? "descending" : "ascending";
    const reversed = order === "descending" ? "ascending" : "descending";
    setView({ sort: column, order: column === by ? reversed : first });
  }

  const askDelete = useCallback(
    (file: Submission) => {
      async function remove(): Promise<void> {
        setDeleting((before) => new Set(before).add(file.id));
        try {
          const { message } = await call("deleteFile", { params: { fileId: file.id } });
          toast(message);
          await renewTask(taskId);
        } catch {
          toast(TEXTS.files.deleteFailed, "error");
        }
        setDeleting((before) => new Set([...before].filter((each) => each !== file.id)));
      }

      confirmFirst({
        title: `Delete ${file.filename}?`,
        text: deletionText(file),
        action: "Delete",
        run: () => void remove(),
      });
    },
    [taskId],
  );

  // The section gets the focus if the last submission was deleted.
  return (
    <section className="panel panel-body spaced" aria-labelledby="submissions" tabIndex={-1}>
      <div className="row">
        <h2 id="submissions">Submissions</h2>
        <span className="muted sub-count" role="status">
          {all.length > 0 && counted(shown.length, "student")}
        </span>
        <QuietButton label="Refresh submissions" title="Refresh" {...dimmed(refreshing)} onClick={() => void refresh()}>
          {refreshing ? <Spinner /> : <ReloadIcon />}
        </QuietButton>
      </div>
      <SubmissionFilters
        filter={filter}
        search={search}
        searchRef={searchField}
        onFilter={(show) => setView({ show })}
        onSearch={(text) => setView({ search: text })}
      />
      {/* Only the queue has those who handed in nothing. */}
      <Answers
        to={filter === "missing" ? [files, queue] : [files]}
        waiting={<LoadingPart words="Loading submissions" />}
      >
        {() =>
          shown.length === 0 ? (
            <EmptySubmissions
              text={emptyText(isUntouched && filter === "missing" ? "all" : filter, { namesHidden: task.names_hidden })}
              search={search ?? ""}
              onReset={clearSearch}
            />
          ) : (
            <SubmissionGrid
              task={task}
              items={items}
              rows={rows}
              by={by}
              order={order}
              waiting={waiting}
              deleting={deleting}
              nameless={instructs(task) && roster.length > 0 && roster.every(({ name }) => name === "")}
              onSort={sort}
              onDelete={instructs(task) ? askDelete : null}
            />
          )
        }
      </Answers>
    </section>
  );
}

/**
 * At first only the top rows, then more of them: adding a whole class at once would stop the page for a moment. Somebody
 * who comes back gets all of them, and the place where they were.
 */
function useGrowing<Row>(rows: readonly Row[]): readonly Row[] {
  const { key } = useLocation();
  // The router names the entry with which a visit begins like this.
  const isReturn = useNavigationType() === "POP" && key !== "default";
  const [count, setCount] = useState(isReturn ? Number.POSITIVE_INFINITY : FIRST_ROWS);
  useEffect(() => {
    if (count >= rows.length) return;
    const timer = setTimeout(() => setCount(count + MORE_ROWS), PAUSE);
    return () => clearTimeout(timer);
  }, [count, rows.length]);
  return rows.slice(0, count);
}

/** The order in the address, which may have been typed. */
function orderOf({ sort, order }: Readonly<Record<"sort" | "order", string>>): RowOrder {
  return { by: sort === "student" ? "student" : "total", order: order === "ascending" ? "ascending" : "descending" };
}

interface EmptySubmissionsProps {
  readonly text: string;
  readonly search: string;
  onReset(): void;
}

function EmptySubmissions({ text, search, onReset }: EmptySubmissionsProps) {
  const isSearch = search.trim() !== "";
  const Icon = isSearch ? MagnifyingGlassIcon : FileIcon;
  return (
    <div className="centred empty-state">
      <Icon width="28" height="28" />
      <p>{isSearch ? "No student shown here has this ID, name or file name." : text}</p>
      {isSearch && (
        <Button variant="soft" onClick={onReset}>
          Clear search
        </Button>
      )}
    </div>
  );
}

interface SubmissionFiltersProps {
  readonly filter: SubmissionFilter;
  /** Null: the list is short, and has no search. */
  readonly search: string | null;
  readonly searchRef: Ref<HTMLInputElement>;
  onFilter(filter: SubmissionFilter): void;
  onSearch(search: string): void;
}

function SubmissionFilters({ filter, search, searchRef, onFilter, onSearch }: SubmissionFiltersProps) {
  return (
    <search className="row between sub-filters">
      <Segments label="Filter" value={filter} options={SUBMISSION_FILTERS} onChange={onFilter} />
      {search !== null && (
        <TextField.Root
          ref={searchRef}
          type="search"
          aria-label="Find a submission"
          placeholder="Find by ID, name or file name"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        >
          <TextField.Slot>
            <MagnifyingGlassIcon />
          </TextField.Slot>
        </TextField.Root>
      )}
    </search>
  );
}
