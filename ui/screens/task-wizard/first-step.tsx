import { PlusIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { Button, HoverCard, Table, TextArea } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS, TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { textLength } from "../../../core/rules/text-length.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { Choice, Field, QuietButton, TextInput } from "../../components/controls.tsx";
import { classGroupLabel, taskTypeLabel } from "../../format.ts";
import { AnswerItem } from "./answers/answer-item.tsx";
import { addItem, type DraftPart, whyItemStays } from "./draft.ts";

interface FirstStepProps extends DraftPart {
  readonly classes: readonly ClassSummary[];
  readonly types: readonly string[];
  readonly handedIn: boolean;
}

export function FirstStep({ draft, classes, types, issues, handedIn, onChange }: FirstStepProps) {
  return (
    <>
      <section className="panel panel-body fields wizard-facts" aria-label="Task">
        <TextInput
          label="Title"
          maxLength={LIMITS.titleLength}
          value={draft.title}
          error={issues.errorOf("title")}
          hint={`${textLength(draft.title)}/${LIMITS.titleLength}`}
          onChange={(event) => onChange({ ...draft, title: event.target.value }, "title")}
        />
        <Choice
          label="Class Group"
          placeholder="Choose a class group"
          value={draft.classId}
          error={issues.errorOf("classGroup")}
          options={classes.map((group) => ({ value: group.id, label: classGroupLabel(group) }))}
          onChange={(classId) => onChange({ ...draft, classId }, "classGroup")}
        />
        <Choice
          label="Type of Task"
          placeholder="Choose a type"
          value={draft.examType}
          error={issues.errorOf("examType")}
          options={types.map((value) => ({ value, label: taskTypeLabel(value) }))}
          onChange={(examType) => onChange({ ...draft, examType }, "examType")}
        />
        <Field
          label="Description (optional)"
          className="whole"
          hint="Shown on the task's page. Students do not see it."
        >
          {(ids) => (
            <TextArea
              {...ids}
              size="3"
              rows={2}
              maxLength={TEXT_LENGTHS.description}
              value={draft.description}
              onChange={(event) => onChange({ ...draft, description: event.target.value }, "description")}
            />
          )}
        </Field>
        {classes.length === 0 && (
          <p className="field-hint whole">
            You have no classes yet. <Link to="/create-class">Create a class first</Link>.
          </p>
        )}
      </section>
      <div className="line">
        <h2>Answer Keys</h2>
        <SymbolLegend />
      </div>
      {handedIn && draft.items.length > 1 && (
        <p className="field-hint">
          Students have handed in, and the numbers of the items are on their sheets: only the last item can be deleted.
          To leave out another one, set its grades to 0.
        </p>
      )}
      <div className="panel panel-body answer-items">
        {draft.items.map((item, index) => (
          <AnswerItem
            key={item.id}
            draft={draft}
            index={index}
            stays={whyItemStays(draft, index, { handedIn })}
            issues={issues}
            onChange={onChange}
          />
        ))}
        <div className="answer-item">
          <Button type="button" variant="soft" onClick={() => onChange(addItem(draft), "items")}>
            <PlusIcon />
            Add Item
          </Button>
        </div>
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
      <HoverCard.Content className="legend" width="320px" role="note">
        <p>
          Inputs are the letters <b>A</b> to <b>G</b>. Parentheses group; without them, operators higher in this list
          are applied first.
        </p>
        <Table.Root size="1" aria-label="Symbols">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeaderCell>Type</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Shown</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Gate</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Example</Table.ColumnHeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {SYMBOLS.map(([typed, shown, gate, example]) => (
              <Table.Row key={gate}>
                <Table.Cell className="mono">{typed}</Table.Cell>
                <Table.Cell>{shown}</Table.Cell>
                <Table.Cell>{gate}</Table.Cell>
                <Table.Cell className="mono">{example}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
        <p>
          Example: <span className="mono">A ^ B | (C &amp; ~A)</span>
        </p>
        <p>
          Other notations are understood, too: <span className="mono">AB' + c</span>,{" "}
          <span className="mono">!A &amp;&amp; B</span>, <span className="mono">A * 1</span> and the symbols shown.
          Below the field you see how an expression is read.
        </p>
      </HoverCard.Content>
    </HoverCard.Root>
  );
}
