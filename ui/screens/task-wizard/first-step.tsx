import { PlusIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { Button, HoverCard } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS, TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { textLength } from "../../../core/rules/text-length.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { Choice } from "../../components/choices.tsx";
import { LongInput, QuietButton, TextInput } from "../../components/controls.tsx";
import { TableHead } from "../../components/page-parts.tsx";
import { classGroupLabel, taskTypeLabel } from "../../format.ts";
import { type Form, focusFirst } from "../../hooks/use-form.ts";
import { AnswerItem } from "./answers/answer-item.tsx";
import { newItem, type TaskDraft, whyItemStays } from "./draft.ts";

interface FirstStepProps {
  readonly form: Form<TaskDraft>;
  readonly classes: readonly ClassSummary[];
  readonly types: readonly string[];
  /** Students have handed in: the numbers of items stay. */
  readonly handedIn: boolean;
  /** The address of a question's picture. */
  pictureUrl(picture: string): string;
}

export function FirstStep({ form, classes, types, handedIn, pictureUrl }: FirstStepProps) {
  const { title, items } = form.fields;

  function addItem(): void {
    form.change({ items: [...items, newItem()] });
    focusFirst(".answer-item:nth-last-child(2) .answer-key input");
  }

  /** Numbers shift, so earlier errors no longer fit. The next item's button has the focus then, or the last one's. */
  function deleteItem(at: number): void {
    form.change({ items: items.toSpliced(at, 1) });
    focusFirst(`.answer-item:nth-child(${Math.min(at + 1, items.length - 1)}) h3 ~ button`);
  }

  return (
    <>
      <section className="panel panel-body fields" aria-label="Task">
        <TextInput
          label="Title"
          autoFocus={title === ""}
          maxLength={LIMITS.titleLength}
          hint={`${textLength(title)}/${LIMITS.titleLength}`}
          {...form.input("title")}
        />
        <Choice
          label="Class Group"
          placeholder="Choose a class group"
          options={classes.map((group) => ({ value: group.id, label: classGroupLabel(group) }))}
          {...form.choice("classGroup")}
        />
        <Choice
          label="Type of Task"
          placeholder="Choose a type"
          options={types.map((value) => ({ value, label: taskTypeLabel(value) }))}
          {...form.choice("examType")}
        />
        <LongInput
          label="Description (optional)"
          className="whole"
          hint="Shown on the task's page. Students do not see it."
          size="3"
          rows={2}
          maxLength={TEXT_LENGTHS.description}
          {...form.input("description")}
        />
        {classes.length === 0 && (
          <p className="note whole">
            You have no classes yet. <Link to="/create-class">Create a class first</Link>.
          </p>
        )}
      </section>
      <div className="line">
        <h2>Answer Keys</h2>
        <SymbolLegend />
      </div>
      {handedIn && items.length > 1 && (
        <p className="note">
          Students have handed in, and the numbers of the items are on their sheets: only the last item can be deleted.
          To leave out another one, set its grades to 0.
        </p>
      )}
      <div className="spaced">
        {items.map((item, index) => (
          <AnswerItem
            key={item.id}
            item={item}
            index={index}
            stays={whyItemStays(form.fields, index, { handedIn })}
            issues={form.issues}
            pictureUrl={pictureUrl}
            onChange={(next, field) => form.change({ items: items.with(index, next) }, field)}
            onDelete={() => deleteItem(index)}
          />
        ))}
        <Button type="button" variant="soft" onClick={addItem}>
          <PlusIcon />
          Add Item
        </Button>
      </div>
    </>
  );
}

const SYMBOLS = [
  ["~", "¬", "NOT", "~A"],
  ["&", "⋅", "AND", "A & B"],
  ["^", "⊕", "XOR", "A ^ B"],
  ["|", "+", "OR", "A | B"],
] as const;

function SymbolLegend() {
  const [open, setOpen] = useState(false);
  return (
    <HoverCard.Root open={open} onOpenChange={setOpen} openDelay={120}>
      <HoverCard.Trigger>
        <QuietButton
          label="How to write expressions"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        >
          <QuestionMarkCircledIcon />
        </QuietButton>
      </HoverCard.Trigger>
      <HoverCard.Content className="legend prose" width="320px" role="note">
        <p>
          Inputs are the letters <b>A</b> to <b>G</b>. Parentheses group; without them, operators higher in this list
          are applied first.
        </p>
        <table className="table" aria-label="Symbols">
          <TableHead columns={["Type", "Shown", "Gate", "Example"]} />
          <tbody>
            {SYMBOLS.map(([typed, shown, gate, example]) => (
              <tr key={gate}>
                <td className="mono">{typed}</td>
                <td>{shown}</td>
                <td>{gate}</td>
                <td className="mono">{example}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          Example: <span className="mono">A ^ B | (C &amp; ~A)</span>
        </p>
        <p>
          Other notations are understood, too: <span className="mono">AB' + c</span>,{" "}
          <span className="mono">A AND NOT B</span>, <span className="mono">F = A.B</span>,{" "}
          <span className="mono">Σm(1,2) + d(0)</span> with A as the highest bit, a pasted truth table (X does not
          matter) and the symbols shown. Below the field you see how a key is read.
        </p>
      </HoverCard.Content>
    </HoverCard.Root>
  );
}
