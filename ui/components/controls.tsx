import { CheckIcon, CopyIcon, ExclamationTriangleIcon, EyeNoneIcon, EyeOpenIcon } from "@radix-ui/react-icons";
import { Button, Callout, IconButton, SegmentedControl, Spinner, TextArea, TextField } from "@radix-ui/themes";
import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import { copyText } from "../copy-text.ts";
import type { FormInput } from "../hooks/use-form.ts";
import { usePassingNote } from "../hooks/use-passing-note.ts";
import { pickFile } from "../pick-file.ts";

interface ControlIds {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
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
        <p id={`${id}-note`} className={error === undefined ? "note" : "field-error"}>
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
    <Field label={label} error={error} hint={hint} className={className}>
      {(ids) => <TextField.Root size="3" {...ids} {...input} />}
    </Field>
  );
}

type LongInputProps = ComponentProps<typeof TextArea> & Pick<FieldProps, "label" | "error" | "hint" | "className">;

export function LongInput({ label, error, hint, className, ...input }: LongInputProps) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(ids) => <TextArea {...ids} {...input} />}
    </Field>
  );
}

/** For the address that an account logs in with. */
export function EmailInput(input: TextInputProps) {
  return <TextInput type="email" maxLength={LIMITS.loginEmailLength} {...input} />;
}

export function PasswordInput(input: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput maxLength={LIMITS.loginPasswordLength} {...input} type={shown ? "text" : "password"}>
      <TextField.Slot side="right">
        <QuietButton
          label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeNoneIcon /> : <EyeOpenIcon />}
        </QuietButton>
      </TextField.Slot>
    </TextInput>
  );
}

/** An input whose error is said elsewhere in its form: it is only marked as wrong. */
export function marked({ error, ...input }: FormInput) {
  return { ...input, "aria-invalid": error === undefined ? undefined : true };
}

interface SegmentsProps<Value extends string> extends Pick<ComponentProps<typeof SegmentedControl.Root>, "size"> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  onChange(value: NoInfer<Value>): void;
}

export function Segments<Value extends string>({ label, options, onChange, ...control }: SegmentsProps<Value>) {
  return (
    <SegmentedControl.Root aria-label={label} onValueChange={(value) => onChange(value as Value)} {...control}>
      {options.map((option) => (
        <SegmentedControl.Item key={option.value} value={option.value}>
          {option.label}
        </SegmentedControl.Item>
      ))}
    </SegmentedControl.Root>
  );
}

interface FileButtonProps extends ComponentProps<typeof Button> {
  /** Names the browser's own input, which is hidden. */
  readonly label: string;
  readonly accept: string;
  readonly busy?: boolean;
  onFile(file: File): void;
}

export function FileButton({ label, accept, busy = false, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="button" {...dimmed(busy)} onClick={() => busy || input.current?.click()} {...button} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        tabIndex={-1}
        onChange={(event) => pickFile(event, onFile)}
      />
    </>
  );
}

/** A button that is only an icon; `label` is for people who cannot see it. */
export function QuietButton({ label, ...button }: ComponentProps<typeof IconButton> & { readonly label: string }) {
  return <IconButton type="button" variant="ghost" color="gray" aria-label={label} {...button} />;
}

/** For a button at work: not `disabled`, which would lose the focus. */
export function dimmed(isDimmed: boolean) {
  return { "aria-disabled": isDimmed, "data-disabled": isDimmed || undefined };
}

interface BusyButtonProps extends ComponentProps<typeof Button> {
  readonly busy: boolean;
  /** In its place is a spinner while the button is at work. */
  readonly icon?: ReactNode;
}

export function BusyButton({ busy, icon, children, ...button }: BusyButtonProps) {
  return (
    <Button {...dimmed(busy)} {...button}>
      {busy ? <Spinner /> : icon}
      {children}
    </Button>
  );
}

export function SmallButton(button: ComponentProps<typeof Button>) {
  return <Button type="button" size="1" variant="soft" color="gray" {...button} />;
}

type LinkButtonProps = Pick<ComponentProps<typeof Button>, "size" | "variant" | "color" | "className" | "mt"> &
  Pick<ComponentProps<typeof Link>, "to" | "onClick" | "children">;

export function LinkButton({ to, onClick, children, ...button }: LinkButtonProps) {
  return (
    <Button asChild {...button}>
      <Link to={to} onClick={onClick}>
        {children}
      </Link>
    </Button>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** The message once it is done: 'The link was copied.' */
  readonly done: string;
  readonly small?: boolean;
  onCopied?(): void;
}

export function CopyButton({ text, label, done, small = false, onCopied }: CopyButtonProps) {
  const [note, setNote] = usePassingNote(LIMITS.copiedSeconds);

  async function copy(): Promise<void> {
    const copied = await copyText(text);
    setNote(copied ? done : null);
    if (copied) onCopied?.();
  }

  return (
    <>
      <Button {...(small && { size: "1", variant: "soft" })} onClick={() => void copy()}>
        {note === null ? <CopyIcon /> : <CheckIcon />}
        {note === null ? label : "Copied"}
      </Button>
      <span className="visually-hidden" role="status">
        {note}
      </span>
    </>
  );
}

export function Notice({ children, ...callout }: ComponentProps<typeof Callout.Root>) {
  return (
    <Callout.Root size="1" {...callout}>
      <Callout.Text>{children}</Callout.Text>
    </Callout.Root>
  );
}

export function FormFailure({ children, ...callout }: ComponentProps<typeof Callout.Root>) {
  if (!children) return null;
  return (
    <Callout.Root color="red" size="1" role="alert" {...callout}>
      <Callout.Icon>
        <ExclamationTriangleIcon />
      </Callout.Icon>
      <Callout.Text>{children}</Callout.Text>
    </Callout.Root>
  );
}
