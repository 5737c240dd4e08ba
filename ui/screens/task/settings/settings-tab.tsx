import { Pencil1Icon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { useOpenTask } from "../../../calls/open-task.ts";
import { CertaintyField } from "../../../components/grading/certainty-field.tsx";
import { TaskPeople } from "../../people/task-people.tsx";
import { AnswerKeys } from "./answer-keys.tsx";
import { GradingView } from "./grading-view.tsx";
import { TaskFacts } from "./task-facts.tsx";
import "./settings-tab.css";

export function SettingsTab() {
  const task = useOpenTask();
  return (
    <>
      <div className="columns task-columns">
        <div className="spaced task-column">
          <TaskFacts task={task} />
          <section className="panel panel-body" aria-labelledby="task-grading">
            <h2 id="task-grading" className="task-section">
              Grading
            </h2>
            <GradingView task={task} />
            <CertaintyField task={task} />
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
    </>
  );
}
