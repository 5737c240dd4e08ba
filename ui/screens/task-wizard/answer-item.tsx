import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, IconButton, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import { itemLabel, type KeyFields } from "../../../core/rules/answer-keys.ts";
import { TextInput } from "../../components/field.tsx";
import type { Issues } from "../../use-issues.ts";
import { type DraftItem, itemTotal } from "./draft.ts";
import type { DraftRubric } from "./draft-rubric.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { RubricFields } from "./rubric-fields.tsx";
import { TruthTablePreview } from "./truth-table-preview.tsx";

export interface AnswerItemProps {
  readonly item: DraftItem;
  /** From 0. */
  readonly index: number;
  /** It is the only one: it cannot be deleted. */
  readonly only: boolean;
  readonly issues: Issues;
  onChangeKey(key: number, part: Partial<KeyFields>): void;
  onAddKey(): void;
  onRemoveKey(key: number): void;
  onRemove(): void;
  /** `field` is the rule that was changed. */
  onChangeRubric(rubric: DraftRubric, field: string): void;
}

/** An item of the answer: its keys, what they add up to, and their truth table. */
export function AnswerItem(props: AnswerItemProps) {
  const { item, index, only, issues } = props;
  const [table, setTable] = useState(false);
  const label = itemLabel(index + 1);
  return (
    <section className="answer-item" aria-label={label}>
      <div className="answer-item-head">
        <h3>{label}</h3>
        <Badge color="gray" variant="soft">
          Total: {itemTotal(item)}
        </Badge>
        <Tooltip content={only ? "At least one item must remain" : `Delete ${label}`}>
          <IconButton
            type="button"
            variant="ghost"
            color="gray"
            disabled={only}
            aria-label={`Delete ${label}`}
            onClick={props.onRemove}
          >
            <TrashIcon />
          </IconButton>
        </Tooltip>
      </div>
      {item.keys.map((key, keyIndex) => {
        const field = `items[${index}].keys[${keyIndex}]`;
        const place = `Answer Key ${keyIndex + 1}`;
        return (
          <div key={key.id} className="answer-key">
            <ExpressionInput
              label={place}
              value={key.expression}
              error={issues.errorOf(`${field}.expression`)}
              onChange={(expression) => props.onChangeKey(keyIndex, { expression })}
            />
            <TextInput
              label="Grade"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={key.grade}
              error={issues.errorOf(`${field}.grade`)}
              onChange={(event) => props.onChangeKey(keyIndex, { grade: event.target.value.replace(/\D/g, "") })}
            />
            <IconButton
              type="button"
              size="3"
              variant="ghost"
              color="gray"
              className="answer-key-delete"
              disabled={only && item.keys.length === 1}
              aria-label={`Delete ${place} of ${label}`}
              onClick={() => props.onRemoveKey(keyIndex)}
            >
              <TrashIcon />
            </IconButton>
          </div>
        );
      })}
      <div className="answer-item-foot">
        <Button type="button" variant="soft" size="2" onClick={props.onAddKey}>
          <PlusIcon />
          Add Expression
        </Button>
        <Button
          type="button"
          variant="ghost"
          color="gray"
          size="2"
          aria-expanded={table}
          onClick={() => setTable(!table)}
        >
          {table ? "Hide truth table" : "Show truth table"}
        </Button>
      </div>
      <RubricFields
        rubric={item.rubric}
        label={label}
        field={`items[${index}].rubric`}
        issues={issues}
        onChange={props.onChangeRubric}
      />
      {table && <TruthTablePreview label={label} expressions={item.keys.map(({ expression }) => expression)} />}
    </section>
  );
}
