import { Badge } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { CHANGE_COLOURS } from "../../../core/annotate/colours.ts";
import { percentText } from "../../../core/rules/certainty.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import type { RequestOf } from "../../../server/contract/endpoints.ts";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type {
  AnswerExplanation,
  AnswerGroupView,
  GroupedAnswer,
  GroupGraded,
} from "../../../server/contract/results/answers.ts";
import { call, pathOf } from "../../api.ts";
import { renewTask, useCall, useOpenTask } from "../../calls/calls.ts";
import { CheckField } from "../../components/choices.tsx";
import { FormFailure, LongInput, Notice, TextInput } from "../../components/controls.tsx";
import { CommentMenu } from "../../components/grading/comment-menu.tsx";
import { drawnFact, ExpressionFacts } from "../../components/grading/expression-facts.tsx";
import { MarkedPicture } from "../../components/grading/marked-picture.tsx";
import { Answers, FoldedLines, Loading, SubmitButton } from "../../components/page-parts.tsx";
import { counted, ofSome } from "../../format.ts";
import { type FieldIssue, useForm } from "../../hooks/use-form.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { confirmFirst, toast } from "../../store.ts";
import { useDraft } from "../queue/review-drafts.tsx";
import { firstDifferenceText, groupKey, reasonTexts, VERDICTS } from "./group-words.ts";

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
      <ExpressionFacts
        facts={group.rows.map(({ output, expression, drawn }) => drawnFact(output, expression, drawn))}
      />
      {difference && <strong>First differing row: {difference}.</strong>}
      {reasonTexts(group).map((message) => (
        <strong key={message}>{message}</strong>
      ))}
      <div className="columns">
        <MarkedPage {...answer} />
        <div className="spaced">
          <GroupForm taskId={taskId} group={group} />
          <Structures group={group} shown={answer.file_id} onShow={setShown} />
        </div>
      </div>
    </section>
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
    <div className="spaced tight">
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

function GroupForm({ taskId, group }: { readonly taskId: string; readonly group: AnswerGroupView }) {
  // If the rubric distinguishes the group's circuits, no single grade is right for all.
  const differ = group.structures.some(({ points }) => points !== group.points);
  const start = { grade: group.points === null || differ ? "" : String(group.points), comment: "", regrade: false };
  const isMounted = useMounted();
  const draft = useDraft(`group ${groupKey(group)}`, start);
  const form = useForm(start, {
    draft,
    check: (fields) => checkGrades(fields),
    async send({ grade, comment, regrade }) {
      const given = {
        ...(grade !== "" && { total_grade: Number(grade) }),
        ...(comment.trim() !== "" && { comment }),
      };
      const body = { item: group.item, group: group.id, ...given, regrade };
      const found = await call("gradeGroup", { params: { taskId }, body: { ...body, preview: true } });
      if (found.changes.length === 0) return [issue("Nothing would change: these pages already have a grade.")];
      // Who has moved on is asked nothing.
      if (isMounted()) ask(found, body, { grade, comment, regrade });
    },
  });

  function ask(found: GroupGraded, body: Omit<RequestOf<"gradeGroup">["body"], "preview">, sent: typeof start): void {
    const pages = counted(found.changes.length, "page");
    confirmFirst({
      title: `Grade ${pages}?`,
      text: previewText(found, body),
      action: "Give Grades",
      async run() {
        const confirmed = { ...body, preview: false, expected: found.fingerprint };
        await call("gradeGroup", { params: { taskId }, body: confirmed });
        draft.forget(sent);
        toast(`${pages} graded. You can undo this.`);
        await renewTask(taskId);
      },
    });
  }

  const { comment, regrade } = form.fields;
  return (
    <form className="form" aria-label="Grade the group" noValidate onSubmit={form.submit}>
      <TextInput
        size="2"
        label={`Grade for all, of ${group.maximum}`}
        {...(differ && { hint: "By the rubric the circuits of this group earn different points." })}
        inputMode="numeric"
        autoComplete="off"
        {...form.input("grade")}
      />
      <LongInput
        label="Comment for all"
        rows={3}
        maxLength={TEXT_LENGTHS.comment}
        placeholder="The students read this in the feedback"
        {...form.input("comment")}
      />
      <div>
        <CommentMenu taskId={taskId} typed={comment} onChange={(text) => form.change({ comment: text })} />
      </div>
      {group.graded > 0 && (
        <CheckField checked={regrade} onChange={(on) => form.change({ regrade: on })}>
          Also the {counted(group.graded, "page")} that have a grade
        </CheckField>
      )}
      <FormFailure>{form.failure}</FormFailure>
      <SubmitButton form={form} action="Preview and Grade" />
    </form>
  );
}

function checkGrades({ grade, comment }: { readonly grade: string; readonly comment: string }): FieldIssue[] {
  if (grade === "" && comment.trim() === "") return [issue("Enter a grade or a comment.")];
  return /^\d{0,6}$/.test(grade) ? [] : [issue("A grade is a whole number of 0 or more.")];
}

function issue(message: string): FieldIssue {
  return { field: "grade", message };
}

function previewText(
  { changes, kept }: GroupGraded,
  body: { total_grade?: number | undefined; comment?: string | undefined },
): string {
  const given = [
    ...(body.total_grade === undefined ? [] : [counted(body.total_grade, "point")]),
    ...(body.comment === undefined ? [] : ["the comment"]),
  ].join(" and ");
  const before = changes.filter(({ previous_grade: old, total_grade: now }) => old !== null && old !== now);
  const lost = [...new Set(before.map(({ previous_grade }) => previous_grade))].join(", ");
  const matters = ofSome([
    [before.length, `${before.length} of them ${before.length === 1 ? "has" : "have"} another grade now (${lost}).`],
    [kept, kept === 1 ? "1 page will stay as it is." : `${kept} pages will stay as they are.`],
  ]);
  return [`${counted(changes.length, "page")} will get ${given}.`, ...matters, "You can undo this."].join(" ");
}

type MarkedPageProps = Pick<GroupedAnswer, "file_id" | "student_id"> & Partial<Pick<GroupedAnswer, "confidence">>;

/** A page with the places marked that would have to change, and a description of each. */
export function MarkedPage({ file_id: fileId, student_id: student, confidence = null }: MarkedPageProps) {
  const { id: taskId } = useOpenTask();
  const explanation = useCall("explainAnswer", { params: { fileId } });
  return (
    <div className="spaced">
      <MarkedPicture
        address={pathOf("getPagePicture", { params: { fileId }, query: {} })}
        alt={`The page of ${student}`}
        width={explanation.data?.width ?? 0}
        height={explanation.data?.height ?? 0}
        drawing={explanation.data?.drawing}
        marks={(explanation.data?.marks ?? []).map(({ box, role }) => {
          return { box, role, colour: CHANGE_COLOURS[role], dashed: role === "source" };
        })}
      />
      <Answers to={[explanation]} waiting={<Loading words="Loading the explanation" />}>
        {(data) => <Words explanation={data} />}
      </Answers>
      <p className="muted row">
        <strong>{student}</strong>
        {confidence !== null && <span>{percentText(confidence)} sure</span>}
        <Link to={evaluatorPath(taskId, fileId)} className="touch-link">
          Open in the evaluator
        </Link>
      </p>
    </div>
  );
}

function Words({ explanation }: { readonly explanation: AnswerExplanation }) {
  const { text, alternatives, marks, certainty_text: certainty, question, outcome } = explanation;
  return (
    <div className="spaced tight marked-words" role="status">
      {outcome !== "right" && <h3>What would make it right</h3>}
      <strong className="marked-text">{text}</strong>
      <FoldedLines title="Or one of these instead" lines={alternatives} open={false} />
      {marks.length === 0 && outcome !== "right" && <p className="note">It cannot be shown on the picture.</p>}
      {certainty !== null && <p className="note">{certainty}</p>}
      {question && <Notice color="amber">{question.text}</Notice>}
    </div>
  );
}
