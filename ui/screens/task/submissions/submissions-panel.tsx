import { MagnifyingGlassIcon, ReloadIcon } from "@radix-ui/react-icons";
import { Button, IconButton, Spinner, Tooltip } from "@radix-ui/themes";
import { useRef, useState } from "react";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call } from "../../../api.ts";
import type { CallState } from "../../../calls/use-call.ts";
import { CallFailed } from "../../../components/call-failed.tsx";
import { counted, SEEN_AT_ONCE } from "../../../format.ts";
import { useAddressState } from "../../../hooks/use-address-state.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { confirmFirst, toast } from "../../../store.ts";
import { GradingView } from "../grading-view.tsx";
import { SubmissionHistory } from "../history/submission-history.tsx";
import { EmptySubmissions } from "./empty-submissions.tsx";
import { SimilarGrid } from "./similar-grid.tsx";
import { SubmissionCards } from "./submission-cards.tsx";
import { SubmissionFilters } from "./submission-filters.tsx";
import {
  deletionText,
  filterOf,
  filterSubmissions,
  flattenFlagged,
  type GradeOrder,
  type SubmissionFilter,
  searchSubmissions,
  sortByGrade,
  USUAL_VIEW,
} from "./submission-list.ts";
import { SubmissionTable } from "./submission-table.tsx";
import { useSimilar } from "./use-similar.ts";

interface SubmissionsPanelProps {
  readonly task: Task;
  readonly files: CallState<"getFiles">;
  onChanged(): Promise<void>;
}

/** The submissions: filtered, sorted, searched, refreshed, deleted, and checked for copies. */
export function SubmissionsPanel({ task, files, onChanged }: SubmissionsPanelProps) {
  const { id: taskId } = task;
  const [view, setView] = useAddressState<Record<keyof typeof USUAL_VIEW, string>>(USUAL_VIEW);
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const [refreshing, setRefreshing] = useState(false);
  const [historyOf, setHistoryOf] = useState<Submission | null>(null);
  const similar = useSimilar(taskId);
  const narrow = useNarrow();
  const searchField = useRef<HTMLInputElement>(null);
  const all = files.data?.files ?? [];
  const filter = filterOf(view.show);
  const order: GradeOrder = view.order === "ascending" ? "ascending" : "descending";
  const search = all.length > SEEN_AT_ONCE ? view.search : null;
  const found = searchSubmissions(all, search ?? "");
  const shown = sortByGrade(filterSubmissions(found, filter), order);
  const flagged = flattenFlagged(similar.groups, found);
  const List = narrow ? SubmissionCards : SubmissionTable;
  const count = (filter === "similar" ? flagged : shown).length;

  function choose(next: SubmissionFilter): void {
    setView({ show: next });
    // The result may soon be out of date, so the check runs again then.
    if (next === "all") similar.clear();
  }

  /** The button that does it disappears with it. */
  function clearSearch(): void {
    setView({ search: "" });
    searchField.current?.focus();
  }

  async function refresh(): Promise<void> {
    if (refreshing) return;
    setRefreshing(true);
    await onChanged();
    setRefreshing(false);
  }

  async function checkSimilar(): Promise<void> {
    if (similar.checking) return;
    if (await similar.check()) setView({ show: "similar" });
  }

  function askDelete(file: Submission): void {
    confirmFirst({
      title: `Delete ${file.filename}?`,
      text: deletionText(file),
      action: "Delete",
      async run() {
        void remove(file);
        return null;
      },
    });
  }

  async function remove({ id }: Submission): Promise<void> {
    setDeleting((before) => new Set(before).add(id));
    try {
      const { message } = await call("deleteFile", { params: { fileId: id } });
      toast(message);
      await onChanged();
    } catch {
      toast(TEXTS.files.deleteFailed, "error");
    }
    setDeleting((before) => new Set([...before].filter((each) => each !== id)));
  }

  // The section gets the focus if the last submission of the list was deleted.
  return (
    <section className="panel sub-panel" aria-labelledby="submissions" tabIndex={-1}>
      <div className="sub-head">
        <h2 id="submissions" className="task-section">
          Submissions
        </h2>
        <span className="sub-count" role="status">
          {files.data && counted(count, "file")}
        </span>
        <Tooltip content="Refresh">
          <IconButton
            variant="ghost"
            color="gray"
            aria-label="Refresh submissions"
            aria-disabled={refreshing}
            data-disabled={refreshing || undefined}
            onClick={() => void refresh()}
          >
            {refreshing ? <Spinner /> : <ReloadIcon />}
          </IconButton>
        </Tooltip>
        <Button
          variant="soft"
          className="sub-check"
          disabled={all.length === 0}
          aria-disabled={similar.checking}
          data-disabled={similar.checking || undefined}
          onClick={() => void checkSimilar()}
        >
          {similar.checking ? <Spinner /> : <MagnifyingGlassIcon />}
          Check For Similar Submissions
        </Button>
      </div>
      <GradingView task={task} onChanged={onChanged} />
      <SubmissionFilters
        filter={filter}
        search={search}
        searchRef={searchField}
        onFilter={choose}
        onSearch={(text) => setView({ search: text })}
      />
      {files.data === null && files.error !== null && (
        <CallFailed message={files.error.message} onRetry={() => void onChanged()} />
      )}
      {files.data === null && files.error === null && (
        <div className="empty-state" role="status">
          <Spinner size="3" />
          <span className="visually-hidden">Loading submissions</span>
        </div>
      )}
      {files.data !== null && count === 0 && (
        <EmptySubmissions filter={filter} search={search ?? ""} onReset={clearSearch} />
      )}
      {count > 0 && filter === "similar" && <SimilarGrid taskId={taskId} flagged={flagged} />}
      {count > 0 && filter !== "similar" && (
        <List
          taskId={taskId}
          files={shown}
          order={order}
          deleting={deleting}
          onSort={() => setView({ order: order === "descending" ? "ascending" : "descending" })}
          onDelete={askDelete}
          onHistory={setHistoryOf}
        />
      )}
      <SubmissionHistory file={historyOf} onClose={() => setHistoryOf(null)} onChanged={onChanged} />
    </section>
  );
}
