import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { DueDate } from "../../components/due-date.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, cutText, taskTypeLabel } from "../../format.ts";
import { TaskMenu } from "./task-menu.tsx";
import { GradedCount, type TaskListProps } from "./task-table.tsx";

export function TaskCards({ tasks }: TaskListProps) {
  return (
    <ul className="spaced" aria-label="Tasks">
      {tasks.map((task) => (
        <li key={task.id} className="panel spaced task-card">
          <div className="line between">
            <div>
              <span className="note">{cutText(classGroupLabel(task), LIMITS.listClassGroupLength)}</span>
              <SharedBy of={task} />
              <Link to={`/task/${task.id}`} className="task-title" title={task.title}>
                {cutText(task.title, LIMITS.listTitleLength)}
              </Link>
            </div>
            <TaskMenu task={task} />
          </div>
          <dl className="spaced tight">
            <div className="line between">
              <dt>Type of Task</dt>
              <dd>{taskTypeLabel(task.exam_type)}</dd>
            </div>
            <div className="line between">
              <dt>Due Date</dt>
              <dd>
                <DueDate task={task} short />
              </dd>
            </div>
            <div className="line between">
              <dt>Graded Submissions</dt>
              <dd>
                <GradedCount task={task} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
