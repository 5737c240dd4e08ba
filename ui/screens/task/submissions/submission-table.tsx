import { CaretDownIcon, CaretUpIcon } from "@radix-ui/react-icons";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { formatDate } from "../../../format.ts";
import { HistoryButton } from "../history/history-button.tsx";
import { GradeCell } from "./grade-cell.tsx";
import { HandInQuestions } from "./hand-in-badges.tsx";
import { LateBadge } from "./late-badge.tsx";
import { ReadingBadge } from "./reading-badge.tsx";
import type { GradeOrder } from "./submission-list.ts";
import { SubmissionTools } from "./submission-tools.tsx";

export interface SubmissionListProps {
  readonly taskId: string;
  readonly files: readonly Submission[];
  readonly order: GradeOrder;
  /** IDs of the files that are being deleted. */
  readonly deleting: ReadonlySet<string>;
  /** Reverses the order by total grade. */
  onSort(): void;
  onDelete(file: Submission): void;
  /** Shows the answer's other uploads. */
  onHistory(file: Submission): void;
}

/** The submissions as a table, by total grade. */
export function SubmissionTable({ taskId, files, order, deleting, onSort, onDelete, onHistory }: SubmissionListProps) {
  return (
    <div className="sub-frame">
      <table className="sub-table">
        <caption className="visually-hidden">Submissions</caption>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Item</th>
            <th scope="col">File</th>
            <th scope="col">Received</th>
            <th scope="col">Reading</th>
            <th scope="col" aria-sort={order}>
              <button type="button" onClick={onSort}>
                Total Grade {order === "descending" ? <CaretDownIcon /> : <CaretUpIcon />}
              </button>
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id} className={deleting.has(file.id) ? "sub-busy" : undefined}>
              <td className="sub-student">{file.student_id}</td>
              <td>{file.item_number}</td>
              <td className="sub-name">
                <a
                  className="sub-file"
                  href={file.file_url}
                  target="_blank"
                  rel="noreferrer"
                  title="Open the file as it was handed in"
                >
                  {file.filename}
                </a>
                <HistoryButton file={file} onHistory={onHistory} />
              </td>
              <td>
                <time dateTime={file.received_at}>{formatDate(file.received_at)}</time>
                <LateBadge file={file} />
                <HandInQuestions file={file} />
              </td>
              <td>
                <ReadingBadge file={file} />
              </td>
              <td>
                <GradeCell file={file} />
              </td>
              <td className="sub-tools">
                <SubmissionTools taskId={taskId} file={file} deleting={deleting.has(file.id)} onDelete={onDelete} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
