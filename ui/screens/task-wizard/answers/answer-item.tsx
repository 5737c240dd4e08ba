import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, type IconButton, Tooltip } from "@radix-ui/themes";
import { type ComponentProps, useRef, useState } from "react";
import type { KeyFields } from "../../../../core/rules/tasks/answer-keys.ts";
import { itemLabel } from "../../../../core/rules/tasks/item-list.ts";
import { checkNames, namesText, readNames } from "../../../../core/rules/tasks/item-names.ts";
import { QuietButton, TextInput } from "../../../components/controls.tsx";
import { TruthTable } from "../../../components/grading/tables/truth-tables.tsx";
import { itemTotal } from "../../../format.ts";
import { focusFirst, type Issues } from "../../../hooks/use-form.ts";
import { allNamesOf, type DraftItem, type DraftKey, type DraftNames, inputsOf, newKey, renamedKeys } from "../draft.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { ItemFold, type ItemPartProps } from "./item-fold.tsx";
import { idleVariables, tableOfItem } from "./item-table.ts";
import { QuestionFields } from "./question-fields.tsx";
import { RubricFields } from "./rubric-fields.tsx";

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
  const { keys } = item;
  const section = useRef<HTMLElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const expressions = keys.map(({ expression }) => expression);
  const names = allNamesOf(item);
  const inputs = inputsOf(item);
  const shown = isUnfolded ? tableOfItem(expressions, names) : null;
  const idle = idleVariables(expressions, names);
  const label = itemLabel(index + 1);
  const path = `items[${index}]`;
  const part = (name: "question" | "names" | "rubric") => ({ label, issues, field: `${path}.${name}` });

  function changeKeys(next: readonly DraftKey[], field = "items"): void {
    onChange({ ...item, keys: next }, field);
  }

  function addKey(): void {
    changeKeys([...keys, newKey()], `${path}.keys`);
    focusFirst(".answer-key:nth-last-child(1 of .answer-key) input", section.current ?? undefined);
  }

  /** The pressed button disappears with its key: the next key's has the focus then, or the last one's. */
  function deleteKey(at: number): void {
    changeKeys(keys.toSpliced(at, 1));
    const place = Math.min(at + 1, keys.length - 1);
    focusFirst(`.answer-key:nth-child(${place} of .answer-key) .answer-key-delete`, section.current ?? undefined);
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
        value={item.question}
        {...part("question")}
        urlOf={pictureUrl}
        onChange={(question, field) => onChange({ ...item, question }, field)}
      />
      <NameFields
        value={item.names}
        summary={namesText(names) ?? "inputs A to G, outputs OUT 1, OUT 2 …"}
        {...part("names")}
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
              onDelete={() => (keys.length === 1 ? onDelete() : deleteKey(keyIndex))}
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
        value={item.rubric}
        {...part("rubric")}
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

interface NameFieldsProps extends ItemPartProps<DraftNames> {
  readonly summary: string;
  /** Inputs have other names, which are right; keys may have those of `before`. */
  onRename(before: DraftNames): void;
}

const NAME_FIELDS = {
  inputs: { label: "Inputs", example: "S1 S0 D3…D0", characters: 100 },
  outputs: { label: "Outputs", example: "Y", characters: 500 },
} as const;

function NameFields({ value: names, summary, label, field, issues, onChange, onRename }: NameFieldsProps) {
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
