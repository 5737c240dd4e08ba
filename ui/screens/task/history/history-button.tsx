import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { earlierText } from "../submissions/submission-words.ts";

interface HistoryButtonProps {
  readonly file: Submission;
  onHistory(file: Submission): void;
}

/** Says how many other uploads the answer has, and opens them; nothing if there are none. */
export function HistoryButton({ file, onHistory }: HistoryButtonProps) {
  if (file.earlier + file.waiting === 0) return null;
  return (
    <small className="answer-history">
      <button
        type="button"
        className="history-open"
        title="See all uploads, and choose which one counts"
        onClick={() => onHistory(file)}
      >
        {earlierText(file)}
      </button>
    </small>
  );
}
