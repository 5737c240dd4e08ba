import { Blockquote, Button, Kbd } from "@radix-ui/themes";
import { type KeyboardEvent, useRef } from "react";
import { REGRADE_REQUEST } from "../../../core/rules/tasks/regrade-request.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import { call } from "../../api.ts";
import { renewTask, useCall, useOpenTask } from "../../calls/calls.ts";
import { dimmed, FormFailure, LongInput, Notice, SmallButton, TextInput } from "../../components/controls.tsx";
import { CommentMenu } from "../../components/grading/comment-menu.tsx";
import { withComment } from "../../components/grading/earlier-comments.ts";
import { formatDate } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { toast } from "../../store.ts";
import { MarkedPage } from "../answer-groups/group-detail.tsx";
import { useDraft } from "../queue/review-drafts.tsx";
import { PageTables } from "../queue/settle/queue-picture.tsx";
import { digitKeys, useQueueKeys } from "../queue/use-queue-keys.ts";
import { gradeText, outcomeText, sendText, studentText } from "./request-words.ts";

interface RequestDetailProps {
  readonly request: RegradeRequest;
  onAnswered(id: string): Promise<void>;
}

export function RequestDetail({ request, onAnswered }: RequestDetailProps) {
  const { file_id: fileId, student_id: student, answer, comment } = request;
  return (
    <section className="panel panel-body spaced group-detail" aria-labelledby="request-heading" tabIndex={-1}>
      <h2 id="request-heading">
        {studentText(request)} asks for another look at item {request.item_number}
      </h2>
      <p className="note">Asked {formatDate(request.created_at)}</p>
      <Blockquote className="lines">{request.reason}</Blockquote>
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
      <div className="columns">
        <MarkedPage file_id={fileId} student_id={student} />
        <div className="spaced">
          {answer !== null && <GivenAnswer answer={answer} />}
          <RequestForm request={request} onAnswered={onAnswered} />
        </div>
      </div>
      <PageTables entry={{ id: fileId, outputs: [] }} />
    </section>
  );
}

function GivenAnswer({ answer }: { readonly answer: NonNullable<RegradeRequest["answer"]> }) {
  return (
    <div role="status" className="spaced tight">
      <h3>{outcomeText(answer)}</h3>
      {answer.comment !== "" && <Blockquote className="lines">{answer.comment}</Blockquote>}
      <p className="note">
        Answered {formatDate(answer.answered_at)} by {answer.answered_by}
      </p>
    </div>
  );
}

/**
 * The answer to a request: a text, and another grade or none. If somebody else answers while it is typed, the text
 * stays to be copied.
 */
function RequestForm({ request, onAnswered }: RequestDetailProps) {
  const { id: taskId } = useOpenTask();
  const { id, total_grade: seen, maximum_grade: maximum, answer } = request;
  const gradeInput = useRef<HTMLInputElement>(null);
  const textInput = useRef<HTMLTextAreaElement>(null);
  const start = { grade: "", text: "" };
  const draft = useDraft(`request ${id}`, start);
  const form = useForm(start, {
    draft,
    check: () => [],
    async send(fields) {
      const total = fields.grade === "" ? null : Number(fields.grade);
      const body = { total_grade: total, comment: fields.text, seen_grade: seen };
      const { message } = await call("answerRegradeRequest", { params: { requestId: id }, body });
      const isLeft = draft.forget(fields);
      toast(`Answered. ${message}`);
      // What was typed meanwhile stays, to be copied.
      await (isLeft ? renewTask(taskId) : onAnswered(id));
    },
    fallback: "The answer could not be sent. Please try again.",
  });
  const { grade, text } = form.fields;
  const { data: explanation } = useCall("explainAnswer", { params: { fileId: request.file_id } });
  const explained = explanation?.outcome === "right" ? "" : (explanation?.text ?? "");

  function type(next: string): void {
    form.change({ text: next });
  }

  function explain(): void {
    type(withComment(text, explained));
    textInput.current?.focus();
  }

  function startGrade(digit: string): void {
    form.change({ grade: digit });
    gradeInput.current?.focus();
  }

  useQueueKeys(
    answer === null
      ? {
          ...digitKeys(startGrade),
          g: () => gradeInput.current?.focus(),
          Enter: () => textInput.current?.focus(),
          ...(explained !== "" && { e: explain }),
        }
      : {},
  );

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === "Escape") event.currentTarget.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.submit(event);
  }

  if (answer !== null) {
    if (text.trim() === "") return null;
    return (
      <Notice color="amber" role="alert">
        Somebody answered before you. Your text was not sent: {text}
      </Notice>
    );
  }
  return (
    <form className="form" aria-label="Answer the request" noValidate onSubmit={form.submit}>
      <TextInput
        size="2"
        label={
          <>
            New grade, of {maximum} <Kbd>G</Kbd>
          </>
        }
        hint="Leave it empty to keep the grade."
        ref={gradeInput}
        inputMode="numeric"
        autoComplete="off"
        value={grade}
        placeholder={seen === null ? "" : String(seen)}
        onChange={(event) => form.change({ grade: event.target.value.replace(/\D/g, "").slice(0, 6) })}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      <LongInput
        label={
          <>
            Answer to the student <Kbd>Enter</Kbd>
          </>
        }
        hint={`At most ${REGRADE_REQUEST.answerLength} characters. Ctrl+Enter sends.`}
        ref={textInput}
        rows={4}
        maxLength={REGRADE_REQUEST.answerLength}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={sendByKey}
      />
      <div className="row">
        {explained !== "" && (
          <SmallButton onClick={explain}>
            Say what is wrong <Kbd>E</Kbd>
          </SmallButton>
        )}
        <CommentMenu taskId={taskId} typed={text} onChange={type} />
      </div>
      <FormFailure>{form.failure}</FormFailure>
      <Button type="submit" {...dimmed(form.busy)}>
        {sendText(grade, seen)}
      </Button>
    </form>
  );
}
