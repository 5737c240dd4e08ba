import { FileIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { SubmissionFilter } from "./student-rows.ts";
import { emptyText } from "./submission-words.ts";

interface EmptySubmissionsProps {
  readonly filter: SubmissionFilter;
  readonly search: string;
  onReset(): void;
}

export function EmptySubmissions({ filter, search, onReset }: EmptySubmissionsProps) {
  if (search.trim() === "") {
    return (
      <div className="empty-state">
        <FileIcon width="28" height="28" />
        <p>{emptyText(filter)}</p>
      </div>
    );
  }
  return (
    <div className="empty-state">
      <MagnifyingGlassIcon width="28" height="28" />
      <p>No student shown here has this ID, name or file name.</p>
      <Button variant="soft" onClick={onReset}>
        Clear search
      </Button>
    </div>
  );
}
