import { Pencil1Icon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import type { AnswerKeyItem } from "../../../../server/contract/tasks/task.ts";
import { useOpenTask } from "../../../calls/open-task.ts";
import { CertaintyField } from "../../../components/grading/certainty-field.tsx";
import { counted } from "../../../format.ts";
import { TaskPeople } from "../../people/task-people.tsx";
import { itemTotal } from "../item-total.ts";
import { GradingView } from "./grading-view.tsx";
import { TaskFacts } from "./task-facts.tsx";
import "./settings-tab.css";

export function SettingsTab() {
  const task = useOpenTask();
  return (
    <>
      <div className="columns task-columns">
        <div className="spaced">
          <TaskFacts task={task} />
          <section className="panel panel-body spaced" aria-labelledby="task-grading">
            <h2 id="task-grading">Grading</h2>
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

function AnswerKeys({ items }: { readonly items: readonly AnswerKeyItem[] }) {
  return (
    <section className="panel panel-body spaced" aria-labelledby="task-keys">
      <h2 id="task-keys">Answer Keys</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys must be able to scroll it */}
      <section className="spaced scroll task-items" tabIndex={0} aria-label="Expressions and grades">
        {items.map(({ item, keys, rubric }) => (
          <div key={item} className="spaced tight task-item">
            <h3 className="line between">
              {item}
              <span className="muted">{counted(itemTotal({ keys }), "point")}</span>
            </h3>
            <ul className="spaced tight">
              {keys.map(({ expression, grade }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keys have no other name than their place
                <li key={index} className="line between">
                  <code className="mono">{displayExpression(expression)}</code>
                  <strong>{grade}</strong>
                </li>
              ))}
            </ul>
            {rubric !== null && <p className="note">{rubricWords(rubric).join(" ")}</p>}
          </div>
        ))}
      </section>
    </section>
  );
}
