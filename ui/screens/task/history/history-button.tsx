import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { openDialog } from "../../../store.ts";
import { earlierText } from "../submissions/submission-words.ts";
import { SubmissionHistory } from "./submission-history.tsx";

/** Says how many other uploads the answer has, and opens them; nothing if there are none. */
export function HistoryButton({ file }: { readonly file: Submission }) {
  if (file.earlier + file.waiting === 0) return null;
  return (
    <small className="answer-history">
      <button
        type="button"
        className="history-open"
        title="See all uploads, and choose which one counts"
        onClick={() => openDialog(<SubmissionHistory file={file} />)}
      >
        {earlierText(file)}
      </button>
    </small>
  );
}
