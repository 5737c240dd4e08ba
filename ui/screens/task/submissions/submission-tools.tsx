import { TrashIcon } from "@radix-ui/react-icons";
import { Button, IconButton, Tooltip } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";

interface SubmissionToolsProps {
  readonly taskId: string;
  readonly file: Submission;
  readonly deleting: boolean;
  onDelete(file: Submission): void;
}

/** Opens a submission in the evaluator, or deletes it. */
export function SubmissionTools({ taskId, file, deleting, onDelete }: SubmissionToolsProps) {
  if (deleting) return <span className="sub-deleting">Deleting...</span>;
  return (
    <span className="sub-buttons">
      <Button asChild size="1" variant="soft">
        <Link to={evaluatorPath(taskId, file.id)} aria-label={`Analyze ${file.filename}`}>
          Analyze
        </Link>
      </Button>
      <Tooltip content="Delete">
        <IconButton
          size="1"
          variant="ghost"
          color="gray"
          aria-label={`Delete ${file.filename}`}
          onClick={() => onDelete(file)}
        >
          <TrashIcon />
        </IconButton>
      </Tooltip>
    </span>
  );
}
