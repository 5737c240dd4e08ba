import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Badge, Button, Callout, Flex, TextField } from "@radix-ui/themes";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { Link } from "react-router-dom";
import type { Queue } from "../../../../server/contract/tasks/stack.ts";
import { IdsShown } from "../../../components/grading/ids-shown.tsx";
import { type SlotChoice, searchSlots, slotKey, slotText } from "./answer-slots.ts";
import { type SettleProps, slotOf } from "./use-settling.ts";

export function SettlePage({ entry, queue, busy, settling }: SettleProps & { readonly queue: Queue }) {
  const { task, failure, input, assign, reject } = settling;
  const own = slotOf(entry);
  return (
    <>
      {entry.rival && own && (
        <Flex gap="2" wrap="wrap">
          <Button disabled={busy} onClick={() => assign(own, true)}>
            This page counts <kbd>A</kbd>
          </Button>
          <Button variant="soft" color="gray" disabled={busy} onClick={reject}>
            The other one counts <kbd>X</kbd>
          </Button>
        </Flex>
      )}
      {entry.code === "not-enrolled" && (
        <p className="field-hint">
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
        <Button variant="soft" color="red" disabled={busy} onClick={reject}>
          Take the page out <kbd>X</kbd>
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

/** Finds a student's answer by ID, name and item: arrow keys select, Enter confirms. */
function RosterSearch({ queue, item, busy, inputRef, onChoose }: RosterSearchProps) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const id = useId();
  const choices = searchSlots(text, { queue, item });
  const current = Math.min(active, choices.length - 1);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((current + step + choices.length) % Math.max(1, choices.length));
    }
    const choice = choices[current];
    if (event.key === "Enter" && choice && !busy) {
      event.preventDefault();
      onChoose(choice);
    }
    if (event.key === "Escape") event.currentTarget.blur();
  }

  return (
    <div>
      <label className="field-label" htmlFor={`${id}-input`}>
        Whose page is it?
      </label>
      <TextField.Root
        id={`${id}-input`}
        ref={inputRef}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="ID, name, item"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      >
        <TextField.Slot>
          <MagnifyingGlassIcon />
        </TextField.Slot>
      </TextField.Root>
      <div id={`${id}-list`} role="listbox" aria-label="Answers" className="rows roster-choices">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search box above has the keys
          <div
            key={slotKey(choice)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="choice row between"
            onClick={() => !busy && onChoose(choice)}
          >
            <span>{slotText(choice)}</span>
            {choice.missing ? <Badge color="jade">no page yet</Badge> : <Badge color="gray">has a page</Badge>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="field-hint">No match in the class. Search for a part of the ID.</p>}
    </div>
  );
}
