import { Select } from "@radix-ui/themes";
import { Field, type FieldProps } from "./field.tsx";

export interface ChoiceProps extends Pick<FieldProps, "label" | "error"> {
  readonly value: string;
  /** Their values must not be empty. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Shown while nothing is chosen: `value` is empty then. */
  readonly placeholder?: string;
  readonly size?: "2" | "3";
  onChange(value: string): void;
}

export function Choice({ label, error, value, options, placeholder, size = "3", onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Select.Root size={size} value={value} onValueChange={onChange} disabled={options.length === 0}>
          <Select.Trigger {...ids} {...(placeholder !== undefined && { placeholder })} />
          <Select.Content position="popper">
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value}>
                {option.label}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
    </Field>
  );
}
