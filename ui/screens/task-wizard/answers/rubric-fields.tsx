import { ChevronDownIcon } from "@radix-ui/react-icons";
import { CheckboxGroup, Text, TextField } from "@radix-ui/themes";
import { type ReactNode, useId, useState } from "react";
import { GATE_CLASSES, type GateClass } from "../../../../core/rules/gate-class.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import type { Issues } from "../../../hooks/use-form.ts";
import { type DraftRubric, rubricOf } from "./draft-rubric.ts";
import "./rubric-fields.css";

export interface RubricFieldsProps {
  readonly rubric: DraftRubric;
  readonly label: string;
  /** The path of its issues: 'items[0].rubric'. */
  readonly field: string;
  readonly issues: Issues;
  onChange(rubric: DraftRubric, field: string): void;
}

export function RubricFields({ rubric, label, field, issues, onChange }: RubricFieldsProps) {
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
