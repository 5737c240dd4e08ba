import { EyeNoneIcon, EyeOpenIcon } from "@radix-ui/react-icons";
import { Checkbox, Switch, Text, TextField } from "@radix-ui/themes";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { QuietButton } from "../buttons/quiet-button.tsx";

export interface ControlIds {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly className?: string;
  children(ids: ControlIds): ReactNode;
}

export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={`field ${className ?? ""}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? "field-hint" : "field-error"}>
          {note}
        </p>
      )}
    </div>
  );
}

type TextInputProps = ComponentProps<typeof TextField.Root> &
  Pick<FieldProps, "label" | "error" | "hint" | "className">;

export function TextInput({ label, error, hint, className, ...input }: TextInputProps) {
  return (
    <Field label={label} error={error} hint={hint} {...(className && { className })}>
      {(ids) => <TextField.Root size="3" {...ids} {...input} />}
    </Field>
  );
}

export function PasswordInput({ label, error, hint, ...input }: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <TextField.Root size="3" {...ids} {...input} type={shown ? "text" : "password"}>
          <TextField.Slot side="right">
            <QuietButton
              label={shown ? "Hide password" : "Show password"}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeNoneIcon /> : <EyeOpenIcon />}
            </QuietButton>
          </TextField.Slot>
        </TextField.Root>
      )}
    </Field>
  );
}

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
