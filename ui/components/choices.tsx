import { Checkbox, RadioGroup, Select, Switch, Text } from "@radix-ui/themes";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Field, type FieldProps } from "./controls.tsx";

interface CheckFieldProps {
  readonly checked: boolean;
  readonly children: ReactNode;
  onChange(checked: boolean): void;
}

export function CheckField({ checked, children, onChange }: CheckFieldProps) {
  return (
    <Text as="label" size="2" className="check-field">
      <Checkbox checked={checked} onCheckedChange={(now) => onChange(now === true)} />
      <span>{children}</span>
    </Text>
  );
}

interface SwitchFieldProps extends Omit<ComponentProps<typeof Switch>, "onChange"> {
  readonly children: ReactNode;
  onChange(checked: boolean): void;
}

export function SwitchField({ children, onChange, ...input }: SwitchFieldProps) {
  return (
    <Text as="label" size="2" className="line">
      <Switch size="1" onCheckedChange={onChange} {...input} />
      {children}
    </Text>
  );
}

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

interface RadioFieldProps<Value extends string> extends Pick<FieldProps, "label" | "error"> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  onChange(value: NoInfer<Value>): void;
}

export function RadioField<Value extends string>({ label, value, options, onChange }: RadioFieldProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <span className="field-label" id={id}>
        {label}
      </span>
      <RadioGroup.Root aria-labelledby={id} value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
        {options.map((option) => (
          <RadioGroup.Item key={option.value} value={option.value}>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
