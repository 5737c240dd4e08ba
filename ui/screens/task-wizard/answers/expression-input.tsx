import { TextField } from "@radix-ui/themes";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { Field } from "../../../components/field.tsx";
import { readTyped, type TypedExpression } from "./typed-expression.ts";

export interface ExpressionInputProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  onChange(value: string): void;
}

export function ExpressionInput({ label, value, error, onChange }: ExpressionInputProps) {
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
