import {
  CaretDownIcon,
  CaretSortIcon,
  CaretUpIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ExclamationTriangleIcon,
} from "@radix-ui/react-icons";
import { Button, Dialog, Flex, Spinner, type SpinnerProps } from "@radix-ui/themes";
import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react";
import { Navigate } from "react-router-dom";
import type { ApiError } from "../api.ts";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import type { Form } from "../hooks/use-form.ts";
import { useMounted } from "../hooks/use-mounted.ts";
import { closeDialog } from "../store.ts";
import { BusyButton, dimmed, FormFailure } from "./controls.tsx";

export interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** Leads to the error page, with the server's words for what does not exist. */
export function NotFound({ error: { message } }: { readonly error: ApiError }) {
  return <Navigate to="/error" replace state={{ type: "404", message }} />;
}

interface PanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
  /** If given, the section is a form. */
  onSubmit?(event: FormEvent): void;
}

/** A part of a page, with its heading. */
export function Panel({ title, hint, children, onSubmit }: PanelProps) {
  const id = useId();
  const Section = onSubmit ? "form" : "section";
  const form = onSubmit && { noValidate: true, onSubmit };
  return (
    <Section className="panel panel-body spaced" aria-labelledby={id} {...form}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="note">{hint}</p>}
      {children}
    </Section>
  );
}

/** A part that scrolls. */
export function Scrolling(section: ComponentProps<"section">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, so that keys can scroll it
  return <section tabIndex={0} {...section} />;
}

export interface AwaitedCall<Data = unknown> {
  /** The last data stays while a later call fails. */
  readonly data: Data | null;
  readonly error: ApiError | null;
  reload(): Promise<void>;
}

type DataOf<Calls extends readonly AwaitedCall[]> = { [Index in keyof Calls]: NonNullable<Calls[Index]["data"]> };

interface AnswersProps<Calls extends readonly AwaitedCall[]> {
  readonly to: Calls;
  readonly waiting: ReactNode;
  /** What a failed call says; its own message otherwise. */
  failure?(error: ApiError): string;
  children(...data: DataOf<Calls>): ReactNode;
}

/** What calls answer: on its way, failed, or there. */
export function Answers<const Calls extends readonly AwaitedCall[]>(props: AnswersProps<Calls>) {
  const { to: calls, waiting, failure, children } = props;
  const missing = calls.filter(({ data }) => data === null);
  const error = missing.find((call) => call.error !== null)?.error;
  if (error) {
    const message = failure?.(error) ?? error.message;
    return <CallFailed message={message} onRetry={() => void Promise.all(calls.map(({ reload }) => reload()))} />;
  }
  if (missing.length > 0) return waiting;
  return children(...(calls.map(({ data }) => data) as unknown as DataOf<Calls>));
}

export function CallFailed({ message, onRetry }: { readonly message: string; onRetry(): void }) {
  return (
    <div className="centred empty-state" role="alert">
      <ExclamationTriangleIcon width="28" height="28" />
      <p>{message}</p>
      <Button variant="soft" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface BulletsProps extends ComponentProps<"ul"> {
  readonly lines: readonly string[];
}

/** Sentences as a list; nothing if there are none. */
export function Bullets({ lines, className = "", ...list }: BulletsProps) {
  if (lines.length === 0) return null;
  return (
    <ul className={`bullets ${className}`} {...list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface FoldedLinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly open?: boolean;
}

/** A list, folded away if it is long; nothing if it is empty. */
export function FoldedLines({ title, lines, open = lines.length <= 5 }: FoldedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <details open={open}>
      <summary>{title}</summary>
      <Bullets lines={lines} className="scroll" />
    </details>
  );
}

interface LoadingProps extends Pick<SpinnerProps, "size"> {
  /** What is being loaded, for people who cannot see the spinner: 'Loading the page'. */
  readonly words: string;
}

export function LoadingPart({ words }: Pick<LoadingProps, "words">) {
  return (
    <div className="centred empty-state">
      <Loading size="3" words={words} />
    </div>
  );
}

export function Loading({ words, size = "2" }: LoadingProps) {
  return (
    <span role="status">
      <Spinner size={size} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

interface ModalProps extends Omit<ComponentProps<typeof Dialog.Content>, "title"> {
  readonly title: ReactNode;
  /** For a dialog that `openDialog` did not open. */
  onClose?(): void;
}

/** A dialog, as long as it is rendered; closing puts the focus back where it was. */
export function Modal({ title, onClose = closeDialog, children, ...content }: ModalProps) {
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="480px" onCloseAutoFocus={returnFocus} {...content}>
        <Dialog.Title>{title}</Dialog.Title>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Closes the dialog that the caller is a part of; if it was closed meanwhile, another one that is open stays. */
export function useClosing(): () => void {
  const isMounted = useMounted();
  return () => isMounted() && closeDialog();
}

export function ModalText({ children }: { readonly children: ReactNode }) {
  return (
    <Dialog.Description size="2" mb="4">
      {children}
    </Dialog.Description>
  );
}

interface ModalFootProps {
  readonly close?: string;
  onClose?: ComponentProps<typeof Dialog.Close>["onClick"];
  readonly children?: ReactNode;
}

export function ModalFoot({ close = "Close", onClose, children }: ModalFootProps) {
  return (
    <Flex gap="3" mt="5" justify="end" wrap="wrap">
      <Dialog.Close onClick={onClose}>
        <Button type="button" variant="soft" color="gray">
          {close}
        </Button>
      </Dialog.Close>
      {children}
    </Flex>
  );
}

interface SubmitButtonProps extends Pick<ComponentProps<typeof Button>, "size"> {
  readonly form: Pick<Form<object>, "busy">;
  readonly action: string;
  /** What it says while the form is on its way; by default the same. */
  readonly busy?: string;
}

/** Submits a form; it keeps the focus meanwhile. */
export function SubmitButton({ form, action, busy, ...button }: SubmitButtonProps) {
  return (
    <BusyButton type="submit" busy={form.busy} {...button}>
      {form.busy ? (busy ?? action) : action}
    </BusyButton>
  );
}

interface ModalSubmitProps extends SubmitButtonProps {
  readonly form: Pick<Form<object>, "busy" | "failure">;
}

/** The end of a form that fills a dialog. */
export function ModalSubmit(button: ModalSubmitProps) {
  return (
    <>
      <FormFailure>{button.form.failure}</FormFailure>
      <ModalFoot close="Cancel">
        <SubmitButton {...button} />
      </ModalFoot>
    </>
  );
}

interface TableHeadProps {
  readonly columns: readonly string[];
  /** The last column has buttons: its name is for people who cannot see them. */
  readonly buttons?: string;
}

export function TableHead({ columns, buttons }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {buttons && (
          <th scope="col">
            <span className="visually-hidden">{buttons}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface SortedHeadingProps {
  readonly sorted: "ascending" | "descending" | "none";
  readonly label: string;
  readonly children?: ReactNode;
  onSort(): void;
}

export function SortedHeading({ sorted, label, children, onSort }: SortedHeadingProps) {
  const marks = {
    ascending: <CaretUpIcon />,
    descending: <CaretDownIcon />,
    none: <CaretSortIcon opacity="0.45" />,
  };
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" onClick={onSort}>
        {label} {marks[sorted]}
      </button>
      {children}
    </th>
  );
}

export interface PagerProps {
  /** What the pages are of; a page with several pagers tells them apart by it. */
  readonly label?: string;
  readonly page: number;
  readonly pages: number;
  onPage(page: number): void;
}

export function Pager({ label = "Pages", page, pages, onPage }: PagerProps) {
  function step(words: string, by: 1 | -1): ReactNode {
    const off = page + by < 1 || page + by > pages;
    return (
      <Button variant="soft" color="gray" {...dimmed(off)} onClick={() => !off && onPage(page + by)}>
        {by < 0 && <ChevronLeftIcon />}
        {words}
        {by > 0 && <ChevronRightIcon />}
      </Button>
    );
  }

  return (
    <nav className="muted row middle" aria-label={label}>
      {step("Previous", -1)}
      <span aria-live="polite">
        Page {page} of {pages}
      </span>
      {step("Next", 1)}
    </nav>
  );
}
