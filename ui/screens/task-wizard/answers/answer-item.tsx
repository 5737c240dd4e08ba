import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, type IconButton, TextField, Tooltip } from "@radix-ui/themes";
import { type ComponentProps, useState } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { itemLabel, type KeyFields } from "../../../../core/rules/tasks/answer-keys.ts";
import { Field, QuietButton, TextInput } from "../../../components/controls.tsx";
import { TruthTable } from "../../../components/grading/tables/truth-tables.tsx";
import { addKey, changeKey, changeRubric, type DraftPart, itemTotal, removeItem, removeKey } from "../draft.ts";
import { tableOfItem } from "./item-table.ts";
import { RubricFields } from "./rubric-fields.tsx";
import { readTyped, type TypedExpression } from "./typed-expression.ts";

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
