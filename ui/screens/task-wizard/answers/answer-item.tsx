import { ChevronDownIcon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, CheckboxGroup, type IconButton, Text, TextField, Tooltip } from "@radix-ui/themes";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { GATE_CLASSES, type GateClass } from "../../../../core/rules/gate-class.ts";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { itemLabel, type KeyFields } from "../../../../core/rules/tasks/answer-keys.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import { Field, QuietButton, TextInput } from "../../../components/controls.tsx";
import { TruthTable } from "../../../components/grading/tables/truth-tables.tsx";
import type { Issues } from "../../../hooks/use-form.ts";
import { addKey, changeKey, changeRubric, type DraftPart, itemTotal, removeItem, removeKey } from "../draft.ts";
import { type DraftRubric, rubricOf } from "./draft-rubric.ts";
import { tableOfItem } from "./item-table.ts";
import { readTyped, type TypedExpression } from "./typed-expression.ts";
import "./rubric-fields.css";

interface AnswerItemProps extends DraftPart {
  readonly index: number;
  /** Why it cannot be deleted; null if it can. */
  readonly stays: string | null;
}

export function AnswerItem({ draft, index, stays, issues, onChange }: AnswerItemProps) {
  const item = draft.items[index]!;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const shown = isUnfolded ? tableOfItem(item.keys.map(({ expression }) => expression)) : null;
  const label = itemLabel(index + 1);
  return (
    <section className="spaced answer-item" aria-label={label}>
      <div className="row">
        <h3>{label}</h3>
        <Badge color="gray" variant="soft">
          Total: {itemTotal(item)}
        </Badge>
        <DeleteButton
          label={`Delete ${label}`}
          refusal={stays}
          onDelete={() => onChange(removeItem(draft, index), "items")}
        />
      </div>
      {item.keys.map((key, keyIndex) => {
        const field = `items[${index}].keys[${keyIndex}]`;
        const place = `Answer Key ${keyIndex + 1}`;
        const change = (part: Partial<KeyFields>) =>
          onChange(changeKey(draft, { item: index, key: keyIndex }, part), `${field}.${Object.keys(part)[0]}`);
        return (
          <div key={key.id} className="answer-key">
            <ExpressionInput
              label={place}
              value={key.expression}
              error={issues.errorOf(`${field}.expression`)}
              onChange={(expression) => change({ expression })}
            />
            <TextInput
              label="Grade"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={key.grade}
              error={issues.errorOf(`${field}.grade`)}
              onChange={(event) => change({ grade: event.target.value.replace(/\D/g, "") })}
            />
            <DeleteButton
              label={`Delete ${place} of ${label}`}
              size="3"
              className="answer-key-delete"
              refusal={item.keys.length === 1 ? stays : null}
              // Numbers shift, so earlier errors no longer fit.
              onDelete={() => onChange(removeKey(draft, { item: index, key: keyIndex }), "items")}
            />
          </div>
        );
      })}
      <div className="row">
        <Button
          type="button"
          variant="soft"
          size="2"
          onClick={() => onChange(addKey(draft, index), `items[${index}].keys`)}
        >
          <PlusIcon />
          Add Expression
        </Button>
        <Button
          type="button"
          variant="ghost"
          color="gray"
          size="2"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? "Hide truth table" : "Show truth table"}
        </Button>
      </div>
      <RubricFields
        rubric={item.rubric}
        label={label}
        field={`items[${index}].rubric`}
        issues={issues}
        onChange={(rubric, rule) => onChange(changeRubric(draft, index, rubric), rule)}
      />
      {shown && <TruthTable label={`Truth table of ${label}`} table={shown} />}
      {isUnfolded && !shown && <p className="field-hint">Write an expression to see its truth table.</p>}
    </section>
  );
}

interface DeleteButtonProps extends Pick<ComponentProps<typeof IconButton>, "size" | "className"> {
  readonly label: string;
  /** Why nothing can be deleted: the button keeps the focus and says it. */
  readonly refusal: string | null;
  onDelete(): void;
}

function DeleteButton({ label, refusal, onDelete, ...button }: DeleteButtonProps) {
  return (
    <Tooltip content={refusal ?? label}>
      <QuietButton
        {...button}
        aria-disabled={refusal !== null || undefined}
        label={label}
        onClick={() => refusal === null && onDelete()}
      >
        <TrashIcon />
      </QuietButton>
    </Tooltip>
  );
}

interface ExpressionInputProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  onChange(value: string): void;
}

function ExpressionInput({ label, value, error, onChange }: ExpressionInputProps) {
  const typed = readTyped(value);
  return (
    <Field
      label={label}
      error={error}
      hint={error === undefined && typed.state !== "empty" ? <Reading text={value} typed={typed} /> : undefined}
    >
      {(ids) => (
        <TextField.Root
          {...ids}
          size="3"
          className="mono"
          value={value}
          maxLength={LIMITS.expressionInputLength}
          placeholder="A ^ B | (C & ~A)"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Reading({ text, typed }: { readonly text: string; readonly typed: TypedExpression }) {
  if (typed.state === "empty") return null;
  if (typed.state === "valid") return <span className="expression-display">{typed.display}</span>;
  const { offset, length, message } = typed;
  return (
    <span className="expression-wrong">
      <span className="mono">
        {text.slice(0, offset)}
        <mark>{text.slice(offset, offset + length) || " "}</mark>
        {text.slice(offset + length)}
      </span>
      <span>
        {message} (character {offset + 1})
      </span>
    </span>
  );
}

interface RubricFieldsProps {
  readonly rubric: DraftRubric;
  readonly label: string;
  /** The path of its issues: 'items[0].rubric'. */
  readonly field: string;
  readonly issues: Issues;
  onChange(rubric: DraftRubric, field: string): void;
}

function RubricFields({ rubric, label, field, issues, onChange }: RubricFieldsProps) {
  const words = rubricWords(validOf(rubric));
  const [unfolded, setUnfolded] = useState(false);
  const wrong = issues.all.some((issue) => issue.field.startsWith(field));

  /** A number in a sentence; empty turns the rule off. */
  function number(name: keyof DraftRubric & string, { rule, what }: { rule: string; what: string }): ReactNode {
    return (
      <Digits
        label={`${label}, ${what}`}
        value={rubric[name] as string}
        error={issues.errorOf(`${field}.${rule}`)}
        onChange={(digits) => onChange({ ...rubric, [name]: digits }, `${field}.${rule}`)}
      />
    );
  }

  return (
    <details
      className="rubric-fields"
      // Errors must be visible; it stays open after they are corrected.
      open={unfolded || wrong}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary className="line">
        <ChevronDownIcon aria-hidden />
        <strong className="unbroken">Partial credit</strong>
        <span className="muted">
          {words.length === 0 ? "none: an output earns all of its points or none" : words.join(" ")}
        </span>
      </summary>
      <p className="field-hint">Leave a number empty to turn its rule off. Points are rounded down to whole ones.</p>
      <ul className="spaced">
        <li>
          A wrong output with at least{" "}
          {number("rightRowsFrom", { rule: "right_rows_from", what: "minimum percent of correct rows" })} % correct rows
          earns that share of its points.
        </li>
        <li>
          An inverted output earns {number("inverted", { rule: "inverted", what: "percent for an inverted output" })} %
          of its points.
        </li>
        <li>
          {number("extraOutput", { rule: "extra_output", what: "points off for an extra output" })} points off for each
          extra output.
        </li>
        <li>
          {number("otherGates", { rule: "allowed_gates.deduction", what: "points off for other gates" })} points off if
          gates are used other than
          <CheckboxGroup.Root
            className="rubric-gates"
            aria-label={`${label}, gates that may be used`}
            value={[...rubric.allowedGates]}
            onValueChange={(chosen) => {
              onChange({ ...rubric, allowedGates: chosen as GateClass[] }, `${field}.allowed_gates.classes`);
            }}
          >
            {GATE_CLASSES.map((name) => (
              <CheckboxGroup.Item key={name} value={name}>
                {name}
              </CheckboxGroup.Item>
            ))}
          </CheckboxGroup.Root>
          <Problem text={issues.errorOf(`${field}.allowed_gates.classes`)} />
        </li>
        <li>
          {number("extraGate", { rule: "most_gates.deduction", what: "points off for an extra gate" })} points off for
          each gate beyond {number("mostGates", { rule: "most_gates.count", what: "maximum number of gates" })}.
        </li>
        <li>
          A drawing that can be compared earns at least {number("floor", { rule: "floor", what: "minimum points" })}{" "}
          points.
        </li>
      </ul>
    </details>
  );
}

/** A preview in words while it is edited: rules that lack a number are left out. */
function validOf(draft: DraftRubric) {
  const { allowedGates, otherGates, mostGates, extraGate } = draft;
  const gates = allowedGates.length > 0 && otherGates !== "" ? {} : { allowedGates: [], otherGates: "" };
  const most = mostGates !== "" && extraGate !== "" ? {} : { mostGates: "", extraGate: "" };
  return rubricOf({ ...draft, ...gates, ...most });
}

interface DigitsProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  onChange(digits: string): void;
}

function Digits({ label, value, error, onChange }: DigitsProps) {
  const id = useId();
  return (
    <span className="rubric-number">
      <TextField.Root
        id={id}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
      />
      <Problem id={`${id}-note`} text={error} />
    </span>
  );
}

function Problem({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text id={id} as="span" size="2" className="field-error">
      {text}
    </Text>
  );
}
