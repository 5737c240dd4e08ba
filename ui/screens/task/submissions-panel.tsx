import { FileIcon, MagnifyingGlassIcon, ReloadIcon } from "@radix-ui/react-icons";
import { Button, IconButton, SegmentedControl, Spinner, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import type { File as Submission } from "../../../server/contract/file.ts";
import type { Task } from "../../../server/contract/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { counted } from "../../format.ts";
import { confirmFirst, toast } from "../../store.ts";
import type { CallState } from "../../use-call.ts";
import { useNarrow } from "../../use-narrow.ts";
import { GradingView } from "./grading-view.tsx";
import { SimilarGrid } from "./similar-grid.tsx";
import { SubmissionCards } from "./submission-cards.tsx";
import {
  deletionText,
  emptyText,
  filterSubmissions,
  flattenFlagged,
  type GradeOrder,
  SUBMISSION_FILTERS,
  type SubmissionFilter,
  sortByGrade,
} from "./submission-list.ts";
import { SubmissionTable } from "./submission-table.tsx";
import { useSimilar } from "./use-similar.ts";

interface SubmissionsPanelProps {
  readonly task: Task;
  readonly files: CallState<"getFiles">;
  onChanged(): Promise<void>;
}

/** What was handed in: filtered, sorted, refreshed, deleted, and searched for copies. */
export function SubmissionsPanel({ task, files, onChanged }: SubmissionsPanelProps) {
  const { id: taskId } = task;
  const [filter, setFilter] = useState<SubmissionFilter>("all");
  const [order, setOrder] = useState<GradeOrder>("descending");
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const [refreshing, setRefreshing] = useState(false);
  const similar = useSimilar(taskId);
  const narrow = useNarrow();
  const all = files.data?.files ?? [];
  const shown = sortByGrade(filterSubmissions(all, filter), order);
  const flagged = flattenFlagged(similar.groups, all);
  const List = narrow ? SubmissionCards : SubmissionTable;
  const isEmpty = (filter === "similar" ? flagged.length : shown.length) === 0;

  function choose(next: SubmissionFilter): void {
    setFilter(next);
    // What was found may be old by the next look: the check is made anew then.
    if (next === "all") similar.clear();
  }

  async function refresh(): Promise<void> {
    setRefreshing(true);
    await onChanged();
    setRefreshing(false);
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

  return (
    <section className="panel sub-panel" aria-labelledby="submissions">
      <div className="sub-head">
        <h2 id="submissions" className="task-section">
          Submissions
        </h2>
        <span className="sub-count" role="status">
          {files.data && counted(filter === "similar" ? flagged.length : shown.length, "file")}
        </span>
        <Tooltip content="Refresh">
          <IconButton
            variant="ghost"
            color="gray"
            aria-label="Refresh submissions"
            disabled={refreshing}
            onClick={() => void refresh()}
          >
            {refreshing ? <Spinner /> : <ReloadIcon />}
          </IconButton>
        </Tooltip>
        <Button
          variant="soft"
          className="sub-check"
          disabled={similar.checking || all.length === 0}
          onClick={() => void similar.check().then((found) => found && setFilter("similar"))}
        >
          {similar.checking ? <Spinner /> : <MagnifyingGlassIcon />}
          Check For Similar Submissions
        </Button>
      </div>
      <GradingView task={task} onChanged={onChanged} />
      <SegmentedControl.Root
        className="sub-filter"
        value={filter}
        aria-label="Filter"
        onValueChange={(value) => choose(value as SubmissionFilter)}
      >
        {SUBMISSION_FILTERS.map(({ value, label }) => (
          <SegmentedControl.Item key={value} value={value}>
            {label}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      {files.data === null && files.error !== null && (
        <CallFailed message={files.error.message} onRetry={() => void onChanged()} />
      )}
      {files.data === null && files.error === null && (
        <div className="empty-state" role="status">
          <Spinner size="3" />
          <span className="visually-hidden">Loading submissions</span>
        </div>
      )}
      {files.data !== null && isEmpty && (
        <div className="empty-state">
          <FileIcon width="28" height="28" />
          <p>{emptyText(filter)}</p>
        </div>
      )}
      {!isEmpty && filter === "similar" && <SimilarGrid taskId={taskId} flagged={flagged} />}
      {!isEmpty && filter !== "similar" && (
        <List
          taskId={taskId}
          files={shown}
          order={order}
          deleting={deleting}
          onSort={() => setOrder(order === "descending" ? "ascending" : "descending")}
          onDelete={askDelete}
        />
      )}
    </section>
  );
}
