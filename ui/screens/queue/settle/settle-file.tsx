import { Button, Flex, TextField } from "@radix-ui/themes";
import { type FormEvent, useId, useState } from "react";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import { LinkButton } from "../../../components/buttons/link-button.tsx";
import { FormFailure } from "../../../components/fields/form-failure.tsx";
import { CommentMenu } from "../../../components/grading/comment-menu.tsx";
import { ReadingQuestion } from "../../../components/grading/reading-question.tsx";
import type { SettleProps } from "./use-settling.ts";

interface SettleFileProps extends SettleProps {
  /** Points at a choice of the question, or at none. */
  onPoint(choice: number | null): void;
}

export function SettleFile({ entry, busy, settling, onPoint }: SettleFileProps) {
  const { task, failure, points, input } = settling;
  const [comment, setComment] = useState("");
  const id = useId();
  const { reading_grade: reading, maximum_grade: maximum } = entry;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (points !== "") settling.grade(Number(points), comment.trim() === "" ? undefined : comment);
  }

  return (
    <>
      {entry.question && (
        <ReadingQuestion
          question={entry.question}
          maximum={maximum}
          busy={busy}
          onPoint={onPoint}
          onChoose={settling.chooseReading}
        />
      )}
      <Flex gap="2" wrap="wrap">
        {entry.question === null && (
          <Button disabled={busy || reading === null} onClick={() => reading !== null && settling.grade(reading)}>
            {reading === null ? "Cannot be compared" : `Accept the reading: ${reading} of ${maximum}`} <kbd>A</kbd>
          </Button>
        )}
        <LinkButton to={evaluatorPath(task.id, entry.id)} variant="soft" color="gray">
          Correct it in the evaluator <kbd>E</kbd>
        </LinkButton>
      </Flex>
      <form className="row queue-override" onSubmit={submit}>
        <div>
          <label className="field-label" htmlFor={`${id}-grade`}>
            Another grade <kbd>G</kbd>
          </label>
          <TextField.Root
            id={`${id}-grade`}
            ref={input}
            inputMode="numeric"
            autoComplete="off"
            value={points}
            placeholder={`of ${maximum ?? "–"}`}
            onChange={(event) => settling.setPoints(event.target.value.replace(/\D/g, "").slice(0, 6))}
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
        <Button type="submit" variant="soft" disabled={busy || points === ""}>
          Give this grade
        </Button>
      </form>
      <FormFailure>{failure?.text}</FormFailure>
      {settling.mayReject && (
        <Button variant="soft" color="red" disabled={busy} onClick={settling.reject}>
          Take the page out <kbd>X</kbd>
        </Button>
      )}
    </>
  );
}
