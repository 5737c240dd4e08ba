import { Badge } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { displayExpression } from "../../../core/boolean/forms.ts";
import { percentText } from "../../../core/rules/certainty.ts";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type { AnswerGroupView, GroupedAnswer } from "../../../server/contract/results/answers.ts";
import { useOpenTask } from "../../calls/open-task.ts";
import { counted } from "../../format.ts";
import { GroupForm } from "./group-form.tsx";
import { firstDifferenceText, VERDICTS } from "./group-words.ts";
import { MarkedPage } from "./marked-page.tsx";

export function GroupDetail({ group }: { readonly group: AnswerGroupView }) {
  const { id: taskId } = useOpenTask();
  const all = group.structures.flatMap(({ answers }) => answers);
  const [shown, setShown] = useState<string | null>(null);
  const answer = all.find(({ file_id }) => file_id === shown) ?? all[0]!;
  const difference = firstDifferenceText(group);
  return (
    <section className="panel panel-body spaced group-detail" aria-labelledby="group-heading" tabIndex={-1}>
      <h2 id="group-heading">
        {counted(group.size, "page")}
        {group.verdict === "wrong" && group.size > 1 && " share this mistake"}{" "}
        <Badge color={VERDICTS[group.verdict].colour}>{VERDICTS[group.verdict].label}</Badge>
      </h2>
      <Functions group={group} />
      {difference && <strong>First differing row: {difference}.</strong>}
      {group.reasons.map(({ code, message }) => (
        <strong key={code}>{message}</strong>
      ))}
      <div className="columns group-columns">
        <div className="spaced">
          <MarkedPage answer={answer} />
          <p className="muted row">
            <strong>{answer.student_id}</strong>
            {answer.confidence !== null && <span>{percentText(answer.confidence)} sure</span>}
            <Link to={evaluatorPath(taskId, answer.file_id)} className="touch-link">
              Open in the evaluator
            </Link>
          </p>
        </div>
        <div className="spaced">
          <GroupForm taskId={taskId} group={group} />
          <Structures group={group} shown={answer.file_id} onShow={setShown} />
        </div>
      </div>
    </section>
  );
}

function Functions({ group }: { readonly group: AnswerGroupView }) {
  if (group.rows.length === 0) return null;
  return (
    <dl className="facts short">
      {group.rows.map(({ output, expression, drawn, matches }) => (
        <div key={output}>
          <dt>{output}</dt>
          <dd className="row">
            <code className="mono">{displayExpression(expression)}</code>
            <span className="muted">
              {matches ? "is what was drawn as" : drawn === null ? "is missing" : "was drawn as"}
            </span>
            {drawn !== null && <code className="mono">{displayExpression(drawn)}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface StructuresProps {
  readonly group: AnswerGroupView;
  readonly shown: string;
  onShow(fileId: string): void;
}

/** Whose pages they are, by the way in which the function was drawn. */
function Structures({ group, shown, onShow }: StructuresProps) {
  return (
    <div className="spaced tight group-structures">
      <h3>
        {group.structures.length === 1
          ? "All have the same circuit"
          : `Drawn in ${counted(group.structures.length, "way")}`}
      </h3>
      {group.structures.map(({ id, answers, points }, index) => (
        <ul
          key={id}
          className="row"
          aria-label={`Circuit ${index + 1}, ${counted(answers.length, "page")}, ${points ?? "no"} points`}
        >
          {answers.map((answer) => (
            <li key={answer.file_id}>
              <button
                type="button"
                className="choice box"
                aria-pressed={answer.file_id === shown}
                title={answer.comment ?? undefined}
                onClick={() => onShow(answer.file_id)}
              >
                {answer.student_id}
                <small>{gradeText(answer)}</small>
              </button>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

function gradeText({ graded, total_grade, proposed_grade }: GroupedAnswer): string {
  if (graded) return `${total_grade ?? "–"} given`;
  return proposed_grade === null ? "to review" : `${proposed_grade} proposed`;
}
