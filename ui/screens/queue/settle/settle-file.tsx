import { Button, Flex, TextField } from "@radix-ui/themes";
import { type FormEvent, type Ref, useId, useState } from "react";
import { Link } from "react-router-dom";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { FormFailure } from "../../../components/fields/form-failure.tsx";
import { CommentMenu } from "../../../components/grading/comment-menu.tsx";
import { ReadingQuestion } from "../../../components/grading/reading-question.tsx";

interface SettleFileProps {
  readonly entry: QueueEntry;
  readonly taskId: string;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly gradeRef: Ref<HTMLInputElement>;
  /** What is typed as another grade: digits. */
  readonly points: string;
  onPoints(points: string): void;
  onPoint(choice: number | null): void;
  onChoose(reading: string): void;
  onGrade(grade: number, comment: string | undefined): void;
  /** Null: the user may not take it out. */
  readonly onReject: (() => void) | null;
}

export function SettleFile({
  entry,
  taskId,
  busy,
  failure,
  gradeRef,
  points: grade,
  onPoints,
  onPoint,
  onChoose,
  onGrade,
  onReject,
}: SettleFileProps) {
  const [comment, setComment] = useState("");
  const id = useId();
  const { reading_grade: reading, maximum_grade: maximum } = entry;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (grade !== "") onGrade(Number(grade), comment.trim() === "" ? undefined : comment);
  }

  return (
    <>
      {entry.question && (
        <ReadingQuestion
          question={entry.question}
          maximum={maximum}
          busy={busy}
          onPoint={onPoint}
          onChoose={onChoose}
        />
      )}
      <Flex gap="2" wrap="wrap">
        {entry.question === null && (
          <Button disabled={busy || reading === null} onClick={() => reading !== null && onGrade(reading, undefined)}>
            {reading === null ? "Cannot be compared" : `Accept the reading: ${reading} of ${maximum}`} <kbd>A</kbd>
          </Button>
        )}
        <Button asChild variant="soft" color="gray">
          <Link to={evaluatorPath(taskId, entry.id)}>
            Correct it in the evaluator <kbd>E</kbd>
          </Link>
        </Button>
      </Flex>
      <form className="row queue-override" onSubmit={submit}>
        <div>
          <label className="field-label" htmlFor={`${id}-grade`}>
            Another grade <kbd>G</kbd>
          </label>
          <TextField.Root
            id={`${id}-grade`}
            ref={gradeRef}
            inputMode="numeric"
            autoComplete="off"
            value={grade}
            placeholder={`of ${maximum ?? "–"}`}
            onChange={(event) => onPoints(event.target.value.replace(/\D/g, "").slice(0, 6))}
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
          />
        </div>
        <div className="queue-comment">
          <label className="field-label" htmlFor={`${id}-comment`}>
            Comment
          </label>
          <TextField.Root
            id={`${id}-comment`}
            maxLength={TEXT_LENGTHS.comment}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
          />
        </div>
        <CommentMenu typed={comment} onChange={setComment} />
        <Button type="submit" variant="soft" disabled={busy || grade === ""}>
          Give this grade
        </Button>
      </form>
      <FormFailure>{failure}</FormFailure>
      {onReject && (
        <Button variant="soft" color="red" disabled={busy} onClick={onReject}>
          Take the page out <kbd>X</kbd>
        </Button>
      )}
    </>
  );
}
