import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import { sum } from "../../../../core/basics/numbers.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { SortedHeading } from "../../../components/table-head.tsx";
import { counted } from "../../../format.ts";
import { itemTotal } from "../item-total.ts";
import { AnswerCell, NoAnswer } from "./answer-cell.tsx";
import type { RowOrder, StudentRow } from "./student-rows.ts";

interface SubmissionGridProps extends RowOrder {
  readonly task: Task;
  readonly items: readonly number[];
  readonly rows: readonly StudentRow[];
  /** The pages that wait for a person, by the submission's ID. */
  readonly waiting: ReadonlyMap<string, QueueEntry>;
  readonly deleting: ReadonlySet<string>;
  readonly onDelete: ComponentProps<typeof AnswerCell>["onDelete"];
  /** No student has a name: the column offers to import them. */
  readonly nameless: boolean;
  onSort(by: RowOrder["by"]): void;
}

export function SubmissionGrid({ task, items, rows, by, order, nameless, onSort, ...cells }: SubmissionGridProps) {
  const keys = items.map((item) => task.answer_keys[item - 1]!);
  const maximum = sum(keys.map(itemTotal));
  return (
    <div className="table-frame">
      <table className="table cards sub-table">
        <caption className="visually-hidden">Submissions</caption>
        <thead>
          <tr>
            <SortedHeading sorted={by === "student" ? order : "none"} onSort={() => onSort("student")} label="Student">
              {nameless && (
                <Link className="touch-link sub-import" to={`/edit-class/${task.class_id}`}>
                  Import names
                </Link>
              )}
            </SortedHeading>
            {keys.map((item) => (
              <th key={item.item} scope="col" className="sub-item">
                {item.item} <small>{counted(itemTotal(item), "point")}</small>
              </th>
            ))}
            <SortedHeading
              sorted={by === "total" ? order : "none"}
              onSort={() => onSort("total")}
              label="Total Grade"
            />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StudentLine key={row.student} row={row} items={items} maximum={maximum} {...cells} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type StudentLineProps = Pick<SubmissionGridProps, "items" | "waiting" | "deleting" | "onDelete"> & {
  readonly row: StudentRow;
  readonly maximum: number;
};

function StudentLine({ row, items, maximum, waiting, deleting, onDelete }: StudentLineProps) {
  return (
    <tr>
      <th scope="row">
        {row.name !== "" && <span className="sub-person">{row.name}</span>}
        <span className={row.name === "" ? "sub-id" : "note sub-id"}>{row.student}</span>
      </th>
      {row.answers.map((file, index) => (
        <td key={items[index]} data-label={`Item ${items[index]}`}>
          {file === null ? (
            <NoAnswer />
          ) : (
            <AnswerCell file={file} entry={waiting.get(file.id)} deleting={deleting.has(file.id)} onDelete={onDelete} />
          )}
        </td>
      ))}
      <td data-label="Total">
        <span className="sub-grade">
          <strong>{row.total ?? "–"}</strong>
          <span>/ {maximum}</span>
          {row.proposed !== null && <small>{row.proposed} proposed</small>}
        </span>
      </td>
    </tr>
  );
}
