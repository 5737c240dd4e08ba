import { Pencil1Icon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { CertaintyField } from "../../../components/grading/certainty-field.tsx";
import { TaskPeople } from "../../people/task-people.tsx";
import type { TaskCalls } from "../task-calls.ts";
import { AnswerKeys } from "./answer-keys.tsx";
import { ExtensionsDialog } from "./extensions-dialog.tsx";
import { GradingView } from "./grading-view.tsx";
import { TaskFacts } from "./task-facts.tsx";
import "./settings-tab.css";

/** The task's details, extensions and keys, and how its pages are graded. */
export function SettingsTab({ task, onChanged }: TaskCalls) {
  const [extending, setExtending] = useState(false);
  return (
    <>
      <div className="columns task-columns">
        <div className="spaced task-column">
          <TaskFacts task={task} onExtensions={() => setExtending(true)} />
          <section className="panel panel-body" aria-labelledby="task-grading">
            <h2 id="task-grading" className="task-section">
              Grading
            </h2>
            <GradingView task={task} onChanged={onChanged} />
            <CertaintyField taskId={task.id} certainty={task.certainty} onChanged={onChanged} />
          </section>
        </div>
        <AnswerKeys items={task.answer_keys} />
      </div>
      <TaskPeople task={task} />
      <Button asChild variant="soft" mt="4">
        <Link to={`/edit-task/${task.id}`}>
          <Pencil1Icon /> Edit Task
        </Link>
      </Button>
      <ExtensionsDialog task={task} open={extending} onClose={() => setExtending(false)} onChanged={onChanged} />
    </>
  );
}
