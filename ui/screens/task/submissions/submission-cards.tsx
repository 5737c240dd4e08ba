import { CaretDownIcon, CaretUpIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { formatDate } from "../../../format.ts";
import { HistoryButton } from "../history/history-button.tsx";
import { GradeCell } from "./grade-cell.tsx";
import { HandInQuestions } from "./hand-in-badges.tsx";
import { LateBadge } from "./late-badge.tsx";
import { ReadingBadge } from "./reading-badge.tsx";
import type { SubmissionListProps } from "./submission-table.tsx";
import { SubmissionTools } from "./submission-tools.tsx";

/** The submissions as cards, for phones. */
export function SubmissionCards({ taskId, files, order, deleting, onSort, onDelete, onHistory }: SubmissionListProps) {
  return (
    <>
      <Button variant="ghost" color="gray" className="sub-sort" onClick={onSort}>
        Total Grade, {order} {order === "descending" ? <CaretDownIcon /> : <CaretUpIcon />}
      </Button>
      <ul className="sub-cards" aria-label="Submissions">
        {files.map((file) => (
          <li key={file.id} className={deleting.has(file.id) ? "sub-busy" : undefined}>
            <div className="sub-card-head">
              <div>
                <strong>{file.student_id}</strong>
                <span>Item {file.item_number}</span>
              </div>
              <GradeCell file={file} />
            </div>
            <div className="sub-name">
              <a className="sub-file" href={file.file_url} target="_blank" rel="noreferrer">
                {file.filename}
              </a>
              <HistoryButton file={file} onHistory={onHistory} />
            </div>
            <div className="sub-card-foot">
              <ReadingBadge file={file} />
              <LateBadge file={file} />
              <HandInQuestions file={file} />
              <time dateTime={file.received_at}>{formatDate(file.received_at)}</time>
              <SubmissionTools taskId={taskId} file={file} deleting={deleting.has(file.id)} onDelete={onDelete} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
