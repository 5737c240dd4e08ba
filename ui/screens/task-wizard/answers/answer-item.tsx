import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, CheckboxGroup, type IconButton, Text, TextField, Tooltip } from "@radix-ui/themes";
import { type ClipboardEvent, type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { savedName, userName } from "../../../../core/boolean/forms.ts";
import { type ListInputs, printMinterms } from "../../../../core/boolean/minterms.ts";
import { readPastedTable, tableInputs } from "../../../../core/boolean/pasted-table.ts";
import { printExpression } from "../../../../core/boolean/print-expression.ts";
import { VARIABLE_LETTERS } from "../../../../core/boolean/variable-letters.ts";
import { renameVariables } from "../../../../core/boolean/variables.ts";
import { GATE_CLASSES, type GateClass } from "../../../../core/rules/gates.ts";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { checkKeyExpression, type KeyFields, tableInputsText } from "../../../../core/rules/tasks/answer-keys.ts";
import { itemLabel } from "../../../../core/rules/tasks/item-list.ts";
import { checkNames, namesText, readNames } from "../../../../core/rules/tasks/item-names.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import { Field, QuietButton, TextInput } from "../../../components/controls.tsx";
import { TruthTable } from "../../../components/grading/tables/truth-tables.tsx";
import { itemTotal } from "../../../format.ts";
import { focusFirst, type Issues } from "../../../hooks/use-form.ts";
import { allNamesOf, type DraftItem, type DraftKey, type DraftNames, inputsOf, newKey, renamedKeys } from "../draft.ts";
import { type DraftRubric, type RubricNumber, rubricOf } from "./draft-rubric.ts";
import { ItemFold } from "./item-fold.tsx";
import { idleVariables, tableOfItem } from "./item-table.ts";
import { QuestionFields } from "./question-fields.tsx";
import "./rubric-fields.css";

interface AnswerItemProps {
  readonly item: DraftItem;
  readonly index: number;
  /** Why it cannot be deleted; null if it can. */
  readonly stays: string | null;
  readonly issues: Issues;
  /** The address of a stored picture. */
  pictureUrl(picture: string): string;
  /** `field` is what was edited; its error disappears. */
  onChange(item: DraftItem, field: string): void;
  onDelete(): void;
}

export function AnswerItem({ item, index, stays, issues, pictureUrl, onChange, onDelete }: AnswerItemProps) {
  const { keys, rubric } = item;
  const section = useRef<HTMLElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const expressions = keys.map(({ expression }) => expression);
  const names = allNamesOf(item);
  const inputs = inputsOf(item);
  const shown = isUnfolded ? tableOfItem(expressions, names) : null;
  const idle = idleVariables(expressions, names);
  const label = itemLabel(index + 1);
  const path = `items[${index}]`;

  function changeKeys(next: readonly DraftKey[], field = "items"): void {
    onChange({ ...item, keys: next }, field);
  }

  function addKey(): void {
    changeKeys([...keys, newKey()], `${path}.keys`);
    focusFirst(".answer-key:nth-last-child(1 of .answer-key) input", section.current ?? undefined);
  }

  return (
    <section ref={section} className="panel panel-body spaced answer-item" aria-label={label}>
      <div className="row">
        <h3>{label}</h3>
        <Badge color="gray" variant="soft">
          Total: {itemTotal(item)}
        </Badge>
        <DeleteButton className="push" label={`Delete ${label}`} refusal={stays} onDelete={onDelete} />
      </div>
      <QuestionFields
        question={item.question}
        label={label}
        field={`${path}.question`}
        issues={issues}
        urlOf={pictureUrl}
        onChange={(question, field) => onChange({ ...item, question }, field)}
      />
      <NameFields
        names={item.names}
        summary={namesText(names) ?? "inputs A to G, outputs OUT 1, OUT 2 …"}
        label={label}
        field={`${path}.names`}
        issues={issues}
        onChange={(next, field) => onChange({ ...item, names: next }, field)}
        onRename={(before) => changeKeys(renamedKeys(item, before))}
      />
      {keys.map((key, keyIndex) => {
        const field = `${path}.keys[${keyIndex}]`;
        const place = `Answer Key ${keyIndex + 1}`;
        const change = (part: Partial<KeyFields>) =>
          changeKeys(keys.with(keyIndex, { ...key, ...part }), `${field}.${Object.keys(part)[0]}`);
        return (
          <div key={key.id} className="answer-key">
            <ExpressionInput
              label={place}
              value={key.expression}
              inputs={inputs}
              error={issues.errorOf(`${field}.expression`)}
              onChange={(expression) => change({ expression })}
              onPasteTable={(columns) => {
                const pasted = columns.map((expression) => newKey({ expression, grade: key.grade }));
                changeKeys(keys.toSpliced(keyIndex, 1, { ...pasted[0]!, id: key.id }, ...pasted.slice(1)), path);
              }}
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
              refusal={keys.length === 1 ? stays : null}
              onDelete={() => (keys.length === 1 ? onDelete() : changeKeys(keys.toSpliced(keyIndex, 1)))}
            />
          </div>
        );
      })}
      {idle.length > 0 && (
        <p className="note">
          {idle.join(" and ")} {idle.length === 1 ? "has" : "have"} no effect: a drawing may leave{" "}
          {idle.length === 1 ? "it" : "them"} out.
        </p>
      )}
      <div className="row">
        <Button type="button" variant="soft" size="2" onClick={addKey}>
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
        rubric={rubric}
        label={label}
        field={`${path}.rubric`}
        issues={issues}
        onChange={(next, rule) => onChange({ ...item, rubric: next }, rule)}
      />
      {shown && <TruthTable label={`Truth table of ${label}`} table={shown} />}
      {isUnfolded && !shown && <p className="note">Write an expression to see its truth table.</p>}
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
  /** What it is over: see `inputsOfItem`. */
  readonly inputs: ListInputs;
  readonly error: string | undefined;
  onChange(value: string): void;
  /** A truth table or several lines were pasted: a key for each output or line. */
  onPasteTable(keys: readonly string[]): void;
}

function ExpressionInput({ label, value, inputs, error, onChange, onPasteTable }: ExpressionInputProps) {
  const names = typeof inputs === "object" ? inputs : VARIABLE_LETTERS;
  const [pasted, setPasted] = useState<string | null>(null);

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    const read = readPastedTable(text);
    if (read === null) {
      const keys = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
      // The field has one line, and would join them.
      if (keys.length < 2 || !keys.every((key) => checkKeyExpression(key, inputs).ok)) return;
      event.preventDefault();
      setPasted(`${keys.length} keys were pasted, one from each line.`);
      onPasteTable(keys);
      return;
    }
    event.preventDefault();
    if (!read.ok) {
      setPasted(`The pasted table was not taken: ${read.reason} (line ${read.line}).`);
      return;
    }
    const { inputs: headings, outputs } = read.table;
    const order = tableInputs(headings, names);
    if (order === null) {
      setPasted(`The pasted table was not taken: ${tableInputsText(headings, names)}.`);
      return;
    }
    setPasted(`From the pasted table: ${headings.map((name, index) => `${name} is ${order[index]}`).join(", ")}.`);
    onPasteTable(outputs.map(({ rows }) => printMinterms(rows, order)));
  }

  const hint = (
    <span className="spaced tight">
      {value.trim() !== "" && <Reading text={value} inputs={inputs} />}
      {pasted !== null && <span role="status">{pasted}</span>}
    </span>
  );
  return (
    <Field label={label} error={error} hint={value.trim() === "" && pasted === null ? undefined : hint}>
      {(ids) => (
        <TextField.Root
          {...ids}
          size="3"
          className="mono"
          value={value}
          maxLength={LIMITS.expressionInputLength}
          placeholder={typeof inputs === "object" ? names.join(" ^ ") : "A ^ B | (C & ~A)"}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onPaste={paste}
          onChange={(event) => {
            setPasted(null);
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** How an expression is read while it is typed, or where it is wrong. */
function Reading({ text, inputs }: { readonly text: string; readonly inputs: ListInputs }) {
  const check = checkKeyExpression(text, inputs);
  if (check.ok) {
    const names = typeof inputs === "object" ? inputs : VARIABLE_LETTERS;
    const named = renameVariables(check.expression, (letter) => userName(savedName(letter), names));
    const formula = printExpression(named, { symbols: "display", nesting: "minimal" });
    return (
      <>
        <Text size="3" weight="medium" color="jade">
          {formula}
        </Text>
        {check.list !== null && (
          <span>
            {check.list}; {names[0]} is the highest bit
          </span>
        )}
      </>
    );
  }
  const { offset, length, reason } = check;
  return (
    <span className="spaced tight overdue">
      <span className="mono">
        {text.slice(0, offset)}
        <mark>{text.slice(offset, offset + length) || " "}</mark>
        {text.slice(offset + length)}
      </span>
      <span>
        {reason.charAt(0).toUpperCase() + reason.slice(1)} (character {offset + 1})
      </span>
    </span>
  );
}

interface NameFieldsProps {
  readonly names: DraftNames;
  readonly summary: string;
  readonly label: string;
  /** The path of its issues: 'items[0].names'. */
  readonly field: string;
  readonly issues: Issues;
  onChange(names: DraftNames, field: string): void;
  /** Inputs have other names, which are right; keys may have those of `before`. */
  onRename(before: DraftNames): void;
}

const NAME_FIELDS = {
  inputs: { label: "Inputs", example: "S1 S0 D3…D0", characters: 100 },
  outputs: { label: "Outputs", example: "Y", characters: 500 },
} as const;

function NameFields({ names, summary, label, field, issues, onChange, onRename }: NameFieldsProps) {
  const written = useRef(names);

  function rename(): void {
    const before = written.current;
    const isRight = checkNames({ inputs: readNames(names.inputs), outputs: [] }, 0).length === 0;
    if (!isRight || before.inputs === names.inputs) return;
    written.current = names;
    onRename(before);
  }

  return (
    <ItemFold title="Names" summary={summary} field={field} issues={issues}>
      <p className="note">
        Write keys with these names; they are printed on the sheet, and students must use them. The first input is the
        highest bit.
      </p>
      <div className="fields">
        {(["inputs", "outputs"] as const).map((part) => (
          <TextInput
            key={part}
            label={NAME_FIELDS[part].label}
            aria-label={`${label}, names of ${part}`}
            placeholder={NAME_FIELDS[part].example}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={NAME_FIELDS[part].characters}
            value={names[part]}
            error={issues.errorOf(`${field}.${part}`)}
            onBlur={rename}
            onChange={(event) => onChange({ ...names, [part]: event.target.value }, `${field}.${part}`)}
          />
        ))}
      </div>
    </ItemFold>
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
  const words = rubricWords(rubricOf(rubric, { whole: true }));

  /** A number in a sentence; empty turns the rule off. */
  function number(name: RubricNumber, what: string): ReactNode {
    const path = `${field}.${name}`;
    return (
      <Digits
        label={`${label}, ${what}`}
        value={rubric.numbers[name] ?? ""}
        error={issues.errorOf(path)}
        onChange={(digits) => onChange({ ...rubric, numbers: { ...rubric.numbers, [name]: digits } }, path)}
      />
    );
  }

  return (
    <ItemFold
      title="Partial credit"
      summary={words.length === 0 ? "none: an output earns all of its points or none" : words.join(" ")}
      field={field}
      issues={issues}
      className="rubric-fields"
    >
      <p className="note">Leave a number empty to turn its rule off. Points are rounded down to whole ones.</p>
      <ul className="spaced">
        <li>
          A wrong output with at least {number("right_rows_from", "minimum percent of correct rows")} % correct rows
          earns that share of its points.
        </li>
        <li>An inverted output earns {number("inverted", "percent for an inverted output")} % of its points.</li>
        <li>{number("extra_output", "points off for an extra output")} points off for each extra output.</li>
        <li>
          {number("allowed_gates.deduction", "points off for other gates")} points off if gates are used other than
          <CheckboxGroup.Root
            aria-label={`${label}, gates that may be used`}
            value={[...rubric.gates]}
            onValueChange={(chosen) => {
              onChange({ ...rubric, gates: chosen as GateClass[] }, `${field}.allowed_gates.classes`);
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
          {number("most_gates.deduction", "points off for an extra gate")} points off for each gate beyond{" "}
          {number("most_gates.count", "maximum number of gates")}.
        </li>
        <li>A drawing that can be compared earns at least {number("floor", "minimum points")} points.</li>
      </ul>
    </ItemFold>
  );
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
