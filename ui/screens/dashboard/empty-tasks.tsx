import { MagnifyingGlassIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";

export interface EmptyTasksProps {
  /** There are tasks, but none matches the filters. */
  readonly filtered: boolean;
  onReset(): void;
}

/** Shown in place of the list if it has no rows. */
export function EmptyTasks({ filtered, onReset }: EmptyTasksProps) {
  return (
    <div className="panel empty-state">
      {filtered ? <MagnifyingGlassIcon width="30" height="30" /> : <ReaderIcon width="30" height="30" />}
      <p>
        {filtered ? "No tasks found matching your filters." : "No tasks available. Create a new task to get started."}
      </p>
      {filtered && (
        <Button variant="soft" onClick={onReset}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
