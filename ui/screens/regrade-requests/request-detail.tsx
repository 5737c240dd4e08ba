import { Link } from "react-router-dom";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import { useOpenTask } from "../../calls/open-task.ts";
import { formatDate } from "../../format.ts";
import { MarkedPage } from "../answer-groups/marked-page.tsx";
import { PageTables } from "../queue/settle/page-tables.tsx";
import { RequestForm } from "./request-form.tsx";
import { gradeText, outcomeText, studentText } from "./request-words.ts";
import "./regrade-requests.css";

interface RequestDetailProps {
  readonly request: RegradeRequest;
  onAnswered(id: string): Promise<void>;
}

export function RequestDetail({ request, onAnswered }: RequestDetailProps) {
  const { id: taskId } = useOpenTask();
  const { file_id: fileId, student_id: student, answer, comment } = request;
  return (
    <section className="panel panel-body spaced group-detail" aria-labelledby="request-heading" tabIndex={-1}>
      <h2 id="request-heading">
        {studentText(request)} asks for another look at item {request.item_number}
      </h2>
      <p className="note">Asked {formatDate(request.created_at)}</p>
      <blockquote className="quote lines">{request.reason}</blockquote>
      <dl className="facts request-facts">
        <div>
          <dt>Points now</dt>
          <dd>{gradeText(request)}</dd>
        </div>
        <div>
          <dt>Comment</dt>
          <dd className="lines">{comment === "" ? "None" : comment}</dd>
        </div>
      </dl>
      <div className="columns group-columns">
        <div className="spaced">
          <MarkedPage answer={{ file_id: fileId, student_id: student }} />
          <p className="muted row">
            <strong>{student}</strong>
            <Link to={evaluatorPath(taskId, fileId)} className="touch-link">
              Open in the evaluator
            </Link>
          </p>
        </div>
        <div className="spaced">
          {answer !== null && <GivenAnswer answer={answer} />}
          <RequestForm request={request} onAnswered={onAnswered} />
        </div>
      </div>
      <PageTables taskId={taskId} entry={{ id: fileId, outputs: [] }} />
    </section>
  );
}

function GivenAnswer({ answer }: { readonly answer: NonNullable<RegradeRequest["answer"]> }) {
  return (
    <div role="status" className="spaced tight">
      <h3>{outcomeText(answer)}</h3>
      {answer.comment !== "" && <blockquote className="quote lines">{answer.comment}</blockquote>}
      <p className="note">
        Answered {formatDate(answer.answered_at)} by {answer.answered_by}
      </p>
    </div>
  );
}
