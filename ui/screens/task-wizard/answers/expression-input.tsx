import { TextField } from "@radix-ui/themes";
import { type ClipboardEvent, useState } from "react";
import { savedName, userName } from "../../../../core/boolean/forms.ts";
import { type ListInputs, printMinterms } from "../../../../core/boolean/minterms.ts";
import { readPastedTable, tableInputs } from "../../../../core/boolean/pasted-table.ts";
import { printExpression } from "../../../../core/boolean/print-expression.ts";
import { VARIABLE_LETTERS } from "../../../../core/boolean/variable-letters.ts";
import { renameVariables } from "../../../../core/boolean/variables.ts";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { checkKeyExpression, tableInputsText } from "../../../../core/rules/tasks/answer-keys.ts";
import { Field } from "../../../components/controls.tsx";

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

export function ExpressionInput({ label, value, inputs, error, onChange, onPasteTable }: ExpressionInputProps) {
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
        <strong style={{ color: "var(--accent-11)", fontSize: 16 }}>{formula}</strong>
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
