import { Badge, Box, Flex, Heading } from "@radix-ui/themes";
import { assignmentText } from "../../../core/rules/tasks/assignment.ts";
import { useOpenTask, useTaskWork } from "../../calls/open-task.ts";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, counted, formatDate, isOverdue, taskTypeLabel } from "../../format.ts";
import { nextStep } from "./next-step.ts";
import { NextStepButton } from "./next-step-button.tsx";
import { TaskMenu } from "./task-menu.tsx";

export function TaskHead() {
  const task = useOpenTask();
  const { files, queue, requests } = useTaskWork(task.id);
  const overdue = isOverdue(task.due_date);
  return (
    <div className="row between task-head">
      <Box flexGrow="1" flexBasis="420px" className="spaced tight">
        <p className="muted">
          {classGroupLabel(task)} · {taskTypeLabel(task.exam_type)}
          {task.role !== "owner" && (
            <>
              {" "}
              · <SharedBy of={task} />
            </>
          )}
        </p>
        <Heading as="h1" size="7">
          {task.title}
        </Heading>
        {task.description !== "" && <p className="muted lines task-description">{task.description}</p>}
        <p className="muted row">
          <Badge color={task.status === "Completed" ? "jade" : "gray"}>{task.status}</Badge>
          <time dateTime={task.due_date} className={overdue ? "overdue" : undefined}>
            Due {formatDate(task.due_date)}
            {overdue && " (overdue)"}
          </time>
          <span>
            {counted(task.total_submissions, "submission")} ({task.reviewed_submissions} graded)
          </span>
          {task.assignment && <span>You grade {assignmentText(task.assignment)}</span>}
          <NamesHidden task={task} />
        </p>
      </Box>
      <Flex gap="2" wrap="wrap" className="task-buttons">
        {queue.data && files.data && requests.data && (
          <NextStepButton
            taskId={task.id}
            step={nextStep(task, queue.data, { files: files.data.files, requests: requests.data.requests })}
          />
        )}
        <TaskMenu />
      </Flex>
    </div>
  );
}
