import { Badge, Button, Callout, Flex, Kbd } from "@radix-ui/themes";
import { type FormEvent, type Ref, useState } from "react";
import { Link } from "react-router-dom";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { Queue } from "../../../../server/contract/tasks/stack.ts";
import { dimmed, Field, FormFailure, LinkButton, TextInput } from "../../../components/controls.tsx";
import { CommentMenu } from "../../../components/grading/comment-menu.tsx";
import { IdsShown } from "../../../components/grading/names-hidden.tsx";
import { ReadingQuestion } from "../../../components/grading/reading-question.tsx";
import { SearchList } from "../../../components/search-list.tsx";
import { ownerText } from "../queue-list.ts";
import { type SlotChoice, searchSlots, slotKey, slotText } from "./answer-slots.ts";
import { PageTables, QueuePicture } from "./queue-picture.tsx";
import { type SettledEntry, type SettleProps, slotOf, useSettling } from "./use-settling.ts";

export function SettleEntry({ queue, ...given }: SettledEntry & { readonly queue: Queue }) {
  const { entry, busy } = given;
  const settling = useSettling(given);
  const shared = { entry, busy, settling };
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <>
      <Flex direction="column" gap="14px">
        <Flex align="center" gap="2" wrap="wrap">
          <Badge color={entry.kind === "page" ? "red" : "amber"}>{entry.label}</Badge>
          <strong>{ownerText(entry)}</strong>
          <span>{entry.student_name}</span>
        </Flex>
        <ol className="bullets">
          {entry.reasons.map(({ message, box }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reason's number is its name in the picture
            <li key={index} className={box ? "queue-marked" : undefined}>
              {message}
            </li>
          ))}
        </ol>
        {entry.kind === "choice" && <SettleChoice {...shared} />}
        {entry.kind === "page" && <SettlePage {...shared} queue={queue} />}
        {entry.kind === "file" && <SettleFile {...shared} onPoint={setPointed} />}
      </Flex>
      <div className="spaced queue-pictures">
        <QueuePicture entry={entry} pointed={pointed} />
        {entry.kind === "file" && <PageTables entry={entry} />}
      </div>
    </>
  );
}

function SettleChoice({ entry, busy, settling }: SettleProps) {
  const { rival, reading_grade: reading, maximum_grade: maximum } = entry;
  const grade = rival?.graded ? `: ${rival.total_grade} of ${maximum}` : "";
  return (
    <>
      <Flex gap="2" wrap="wrap">
        <Button {...dimmed(busy)} onClick={() => settling.choose(true)}>
          {rival?.counts ? "Replace it by the new page" : "Let the new page count"} <Kbd>A</Kbd>
        </Button>
        <Button variant="soft" color="gray" {...dimmed(busy)} onClick={() => settling.choose(false)}>
          {rival?.counts ? `Keep the earlier page${grade}` : "Let the earlier page count"} <Kbd>X</Kbd>
        </Button>
      </Flex>
      <p className="note">
        {reading !== null && `The new page was read: ${reading} of ${maximum}. `}
        The other page stays in the history and can be made to count later.
      </p>
    </>
  );
}

interface SettleFileProps extends SettleProps {
  /** Points at a choice of the question, or at none. */
  onPoint(choice: number | null): void;
}

function SettleFile({ entry, busy, settling, onPoint }: SettleFileProps) {
  const { task, failure, draft, input, proposed } = settling;
  const { points, comment } = draft.fields;
  const { reading_grade: reading, maximum_grade: maximum } = entry;
  // A comment alone comes with the proposed points.
  const givesProposed = points === "" && comment.trim() !== "" && proposed !== null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (givesProposed) settling.accept();
    else if (points !== "") settling.grade(Number(points));
  }

  return (
    <>
      {entry.question && (
        <ReadingQuestion
          question={entry.question}
          maximum={maximum}
          busy={busy}
          held=""
          onPoint={onPoint}
          onChoose={settling.chooseReading}
        />
      )}
      <Flex gap="2" wrap="wrap">
        {entry.question === null && (
          <Button
            disabled={reading === null}
            {...dimmed(busy)}
            onClick={() => reading !== null && settling.grade(reading)}
          >
            {reading === null ? "Cannot be compared" : `Accept the reading: ${reading} of ${maximum}`} <Kbd>A</Kbd>
          </Button>
        )}
        <LinkButton to={evaluatorPath(task.id, entry.id)} variant="soft" color="gray">
          Correct it in the evaluator <Kbd>E</Kbd>
        </LinkButton>
      </Flex>
      <form className="row queue-override" onSubmit={submit}>
        <TextInput
          size="2"
          label={
            <>
              Another grade <Kbd>G</Kbd>
            </>
          }
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          value={points}
          placeholder={`of ${maximum ?? "–"}`}
          onChange={(event) => draft.change({ points: event.target.value.replace(/\D/g, "").slice(0, 6) })}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
        <TextInput
          size="2"
          label="Comment"
          className="queue-comment"
          maxLength={TEXT_LENGTHS.comment}
          value={comment}
          onChange={(event) => draft.change({ comment: event.target.value })}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
        <CommentMenu taskId={task.id} typed={comment} onChange={(text) => draft.change({ comment: text })} />
        <Button type="submit" variant="soft" disabled={points === "" && !givesProposed} {...dimmed(busy)}>
          {givesProposed ? `Give ${proposed} of ${maximum}` : "Give this grade"}
        </Button>
      </form>
      <FormFailure>{failure?.text}</FormFailure>
      {settling.mayReject && (
        <Button variant="soft" color="red" {...dimmed(busy)} onClick={settling.reject}>
          Take the page out <Kbd>X</Kbd>
        </Button>
      )}
    </>
  );
}

function SettlePage({ entry, queue, busy, settling }: SettleProps & { readonly queue: Queue }) {
  const { task, failure, input, assign, reject } = settling;
  const own = slotOf(entry);
  return (
    <>
      {entry.rival && own && (
        <Flex gap="2" wrap="wrap">
          <Button {...dimmed(busy)} onClick={() => assign(own, true)}>
            This page counts <Kbd>A</Kbd>
          </Button>
          <Button variant="soft" color="gray" {...dimmed(busy)} onClick={reject}>
            The other one counts <Kbd>X</Kbd>
          </Button>
        </Flex>
      )}
      {entry.code === "not-enrolled" && (
        <p className="note">
          Enrolled after all? Add {entry.student_id} on{" "}
          <Link to={`/edit-class/${task.class_id}`}>the class's page</Link>, then come back and choose the student here.
        </p>
      )}
      <IdsShown task={task} because="you choose the student." />
      <RosterSearch
        queue={queue}
        item={entry.item_number}
        busy={busy}
        inputRef={input}
        onChoose={(slot) => assign(slot, false)}
      />
      {failure && (
        <Callout.Root color={failure.instead ? "amber" : "red"} size="1" role="alert">
          <Callout.Text>{failure.text}</Callout.Text>
          {failure.instead && (
            <Button size="1" onClick={() => assign(failure.instead!, true)}>
              Let this page be {slotText(failure.instead)}
            </Button>
          )}
        </Callout.Root>
      )}
      {!entry.rival && (
        <Button variant="soft" color="red" {...dimmed(busy)} onClick={reject}>
          Take the page out <Kbd>X</Kbd>
        </Button>
      )}
    </>
  );
}

interface RosterSearchProps {
  readonly queue: Queue;
  readonly item: number | null;
  readonly busy: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  onChoose(slot: SlotChoice): void;
}

/** Finds a student's answer by ID, name and item. */
function RosterSearch({ queue, item, busy, inputRef, onChoose }: RosterSearchProps) {
  return (
    <Field label="Whose page is it?">
      {(ids) => (
        <SearchList
          input={{ ...ids, ref: inputRef, placeholder: "ID, name, item" }}
          label="Answers"
          className="rows"
          none={<p className="note">No match in the class. Search for a part of the ID.</p>}
          search={(text) => searchSlots(text, { queue, item })}
          keyOf={(choice) => slotKey(choice)}
          show={(choice) => ({
            className: "choice row between",
            children: (
              <>
                <span>{slotText(choice)}</span>
                {choice.missing ? <Badge color="jade">no page yet</Badge> : <Badge color="gray">has a page</Badge>}
              </>
            ),
          })}
          onChoose={(choice) => busy || onChoose(choice)}
        />
      )}
    </Field>
  );
}
