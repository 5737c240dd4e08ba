import { CheckboxGroup, TextField } from "@radix-ui/themes";
import { type ReactNode, useId } from "react";
import { GATE_CLASSES, type GateClass } from "../../../../core/rules/gates.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import { type DraftRubric, type RubricNumber, rubricOf } from "./draft-rubric.ts";
import { ItemFold, type ItemPartProps } from "./item-fold.tsx";
import "./rubric-fields.css";

export function RubricFields({ value: rubric, label, field, issues, onChange }: ItemPartProps<DraftRubric>) {
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
    <span id={id} className="field-error">
      {text}
    </span>
  );
}
