import { Badge, Button, Flex, Skeleton, TextField } from "@radix-ui/themes";
import { useLayoutEffect } from "react";
import { sum } from "../../../../core/basics/numbers.ts";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { INVALID_TOTAL } from "../../../../core/rules/grading.ts";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { BusyButton, dimmed, LongInput, Notice, TextInput } from "../../../components/controls.tsx";
import { CommentMenu } from "../../../components/grading/comment-menu.tsx";
import { CallFailed, Scrolling, TableHead } from "../../../components/page-parts.tsx";
import { keyHint } from "../../../evaluator/commands.ts";
import { useEvaluator, useSubmission } from "../evaluator-store.ts";
import { nextUngraded } from "../submissions/submissions.ts";
import { usePage } from "../use-page.ts";
import { shownGrade } from "./grade-draft.ts";
import { gradeHint } from "./grade-hint.ts";
import { PageHistory } from "./page-history.tsx";
import { useGrading } from "./use-grading.ts";

const RESULT_COLOURS = { Match: "green", Mismatch: "red", "Missing in Submitted Table": "amber" } as const;

export function GradeForm() {
  const submission = useSubmission();
  const { task, files } = useEvaluator();
  const { grade, gradeError: error, refresh } = usePage();
  const grading = useGrading();
  const { saving, store } = grading;

  // The keyboard stays in the panel when the next page's form takes this one's place. Not on a button there: Enter that
  // is held would grade pages that nobody has seen.
  useLayoutEffect(() => () => document.activeElement?.closest<HTMLElement>("[role=tabpanel]")?.focus(), []);

  if (error) return <CallFailed message={error} onRetry={() => void refresh()} />;
  if (!grade) return <Skeleton height="260px" />;
  const draft = shownGrade(grade, grading.draft);
  const isLast = nextUngraded(files, submission.id) === null;
  const isNumber = /^\d+$/.test(draft.total);
  const overridden = isNumber && grade.proposed_grade !== null && Number(draft.total) !== grade.proposed_grade;
  return (
    <Flex direction="column" gap="4">
      <ResultRows grade={grade} />
      {grade.status === "review" && <Reasons grade={grade} />}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNumber) void store({ next: false });
        }}
      >
        <Flex gap="3" align="end" wrap="wrap">
          <TextInput
            label="Grade"
            size="2"
            name="grade"
            inputMode="numeric"
            autoComplete="off"
            className="ce-number"
            value={draft.total}
            readOnly={saving}
            aria-describedby="ce-grade-hint"
            onChange={({ target }) => {
              if (/^\d{0,6}$/.test(target.value)) grading.change({ total: target.value });
            }}
          >
            <TextField.Slot side="right">/ {grade.maximum_grade}</TextField.Slot>
          </TextInput>
          <span className="muted" id="ce-grade-hint">
            {gradeHint(grade, { overridden })} {grade.certainty_text}
          </span>
        </Flex>
        <LongInput
          label="Comment"
          rows={2}
          maxLength={TEXT_LENGTHS.comment}
          placeholder={
            overridden
              ? "Why the grade differs from the proposal: the student reads this in the feedback"
              : "The student reads this in the feedback"
          }
          value={draft.comment}
          readOnly={saving}
          onChange={(event) => grading.change({ comment: event.target.value })}
        />
        <div>
          <CommentMenu
            taskId={task.id}
            typed={draft.comment}
            onChange={(comment) => saving || grading.change({ comment })}
          />
        </div>
        {grading.draft?.seen === null && (
          <p role="status">You typed this for the page that this one replaced. Check whether it is still right.</p>
        )}
        {isNumber && Number(draft.total) > grade.maximum_grade && (
          <p role="status">This is more than the item's {grade.maximum_grade} points.</p>
        )}
        <Flex gap="2" wrap="wrap">
          <BusyButton type="submit" busy={saving} {...dimmed(!isNumber || saving)} title={keyHint("store-grade")}>
            {submission.graded ? "Change Grade" : "Grade Submission"}
          </BusyButton>
          <Button
            type="button"
            variant="soft"
            {...dimmed(!isNumber || saving || isLast)}
            onClick={() => isLast || void store({ next: true })}
          >
            Grade and next
          </Button>
        </Flex>
      </form>
      <PageHistory history={grade.history} />
    </Flex>
  );
}

function ResultRows({ grade }: { grade: GradeRows }) {
  const points = [...grade.rows.map((row) => row.grade), ...grade.adjustments.map((each) => each.points)];
  const total = grade.rows.length === 0 ? INVALID_TOTAL : String(sum(points));
  return (
    <Scrolling className="table-frame" aria-label="Grades of the outputs">
      <table className="table ce-rows">
        <TableHead columns={["Output", "Expression", "Grade", "Result"]} />
        <tbody>
          {grade.rows.map(({ output, expression, drawn, grade: points, maximum, partial, result }) => (
            <tr key={output}>
              <th scope="row">{output}</th>
              <td>
                <code className="mono">{displayExpression(expression)}</code>
                {drawn && result !== "Match" && (
                  <small>
                    page: {drawn.name} = <code className="mono">{displayExpression(drawn.expression)}</code>
                  </small>
                )}
                {partial !== null && <small>{partial}</small>}
              </td>
              <td>
                {points}/{maximum}
              </td>
              <td>
                <Badge color={RESULT_COLOURS[result]}>{result}</Badge>
              </td>
            </tr>
          ))}
          {grade.adjustments.map(({ points, reason }) => (
            <tr key={reason}>
              <th scope="row">Drawing</th>
              <td>{reason}</td>
              <td colSpan={2}>{points > 0 ? `+${points}` : `−${-points}`}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td />
            <td colSpan={2}>
              <strong>
                {total}
                {total !== INVALID_TOTAL && `/${grade.maximum_grade}`}
              </strong>
            </td>
          </tr>
        </tbody>
      </table>
    </Scrolling>
  );
}

function Reasons({ grade }: { grade: GradeRows }) {
  return (
    <Notice color="amber">
      No grade is proposed. Look at the drawing, then enter one.
      {[...new Set(grade.reasons.map(({ message }) => message))].slice(0, 5).map((message) => (
        <Flex as="span" mt="1" key={message}>
          {message}
        </Flex>
      ))}
    </Notice>
  );
}
