import { AlertDialog, Button, Flex, TextField } from "@radix-ui/themes";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { isPhrase } from "../../core/rules/accounts/removal-phrase.ts";
import type { User } from "../../server/contract/accounts/auth.ts";
import { ApiError, messageOf, sessionUserId } from "../api.ts";
import { useAction } from "../calls/calls.ts";
import { CodeInput } from "../components/auth/code-input.tsx";
import { SignOnLink } from "../components/auth/sign-on-link.tsx";
import { BusyButton, dimmed, FormFailure, PasswordInput, TextInput } from "../components/controls.tsx";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import { useLogin } from "../hooks/use-login.ts";
import { useWindowEvent } from "../hooks/use-window-event.ts";
import { pageData } from "../page-data.ts";
import {
  type Confirmation,
  closeConfirmation,
  type LoginQuestion,
  setUser,
  useConfirmation,
  useLoginQuestion,
  useUser,
} from "../store.ts";

/** Asks before something is lost; `confirmFirst` of the store opens it. */
export function ConfirmationDialog() {
  const confirmation = useConfirmation();

  function cancel(): void {
    if (confirmation === null) return;
    closeConfirmation(confirmation);
    confirmation.onCancel?.();
  }

  return (
    <AlertDialog.Root open={confirmation !== null} onOpenChange={(open) => !open && cancel()}>
      {confirmation && <Question key={confirmation.title} confirmation={confirmation} onCancel={cancel} />}
    </AlertDialog.Root>
  );
}

function Question({ confirmation, onCancel }: { readonly confirmation: Confirmation; onCancel(): void }) {
  const { title, text, action, details, harmless = false, instead, typed, busy, failed, run } = confirmation;
  const [entered, setEntered] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const returnFocus = useFocusReturn();
  const { pathname } = useLocation();
  const [askedAt] = useState(pathname);
  const { busy: running, run: act } = useAction(
    async (answer: Confirmation["run"]) => {
      setFailure(null);
      await answer();
      closeConfirmation(confirmation);
    },
    (error) => {
      if (!(error instanceof ApiError)) console.error(error);
      setFailure(failed ?? messageOf(error));
    },
  );

  const leave = useEffectEvent(() => {
    if (!running) onCancel();
  });

  // A question disappears with the page that asked it; the result of an action in progress is shown on the next page.
  useEffect(() => {
    if (pathname !== askedAt) leave();
  }, [pathname, askedAt]);

  useOwnEscape(form, leave);

  /** Cancel has the focus, except if a phrase must be typed: its first space would press Cancel. */
  function startAtInput(event: Event): void {
    if (!input.current) return;
    event.preventDefault();
    input.current.focus();
  }

  /** The action is in progress: closing the question now would hide its result. */
  function stayWhileRunning(event: Pick<Event, "preventDefault">): void {
    if (running) event.preventDefault();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed && !isPhrase(entered, typed.text)) setFailure(typed.mismatch);
    else void act(run);
  }

  return (
    <AlertDialog.Content
      maxWidth={details === undefined ? "460px" : "720px"}
      onOpenAutoFocus={startAtInput}
      onEscapeKeyDown={stayWhileRunning}
      onCloseAutoFocus={returnFocus}
    >
      <form ref={form} onSubmit={submit}>
        <AlertDialog.Title>{title}</AlertDialog.Title>
        <AlertDialog.Description size="2">{text}</AlertDialog.Description>
        {details}
        {typed && (
          <Flex direction="column" gap="2" mt="4">
            <label htmlFor={field}>
              Type <code className="typed-text">{typed.text}</code> to confirm.
            </label>
            <TextField.Root
              id={field}
              ref={input}
              value={entered}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setEntered(event.target.value);
                setFailure(null);
              }}
            />
          </Flex>
        )}
        <FormFailure mt="3">{failure}</FormFailure>
        <Flex gap="3" mt="5" justify="end" wrap="wrap">
          <AlertDialog.Cancel onClick={stayWhileRunning}>
            <Button type="button" variant="soft" color="gray" {...dimmed(running)}>
              Cancel
            </Button>
          </AlertDialog.Cancel>
          {instead && (
            <Button type="button" variant="soft" color="red" onClick={() => void act(instead.run)}>
              {instead.action}
            </Button>
          )}
          <Button type="submit" {...(!harmless && { color: "red" })} {...dimmed(running)}>
            {running ? (busy ?? action) : action}
          </Button>
        </Flex>
      </form>
    </AlertDialog.Content>
  );
}

/**
 * Escape pressed in `content`, of a dialog that may open over another one, is this dialog's only. Radix tells its
 * dialogs apart after they have been drawn: until then Escape would close the one below, and leave this one open.
 */
function useOwnEscape(content: RefObject<HTMLElement | null>, onEscape: () => void): void {
  function pressed(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !content.current?.contains(event.target as Node)) return;
    // Radix listens at the document, which comes after the window.
    event.stopPropagation();
    event.preventDefault();
    onEscape();
  }

  useWindowEvent("keydown", pressed, { capture: true });
}

/**
 * Asks for the password, and the code of a second factor, if the session ends while somebody is working: the page behind
 * it keeps what was typed. With single sign-on, another tab does it.
 */
export function LoginDialog() {
  const question = useLoginQuestion();
  const user = useUser();
  return (
    <AlertDialog.Root open={question !== null && user !== null}>
      {question && user && <LoginQuestionForm question={question} user={user} />}
    </AlertDialog.Root>
  );
}

interface LoginQuestionFormProps {
  readonly question: LoginQuestion;
  readonly user: User;
}

function LoginQuestionForm({ question, user: { id, email } }: LoginQuestionFormProps) {
  const { form, asksCode } = useLogin(email, () => question.answer(true));
  const { sign_on, local_passwords } = pageData().site;
  // Another tab may have logged in.
  useWindowEvent("focus", async () => {
    const isBack = sign_on !== null && (await sessionUserId().catch(() => null)) === id;
    if (isBack) question.answer(true);
  });
  const returnFocus = useFocusReturn();

  /** The route guard then shows the log-in page. */
  function leave(): void {
    question.answer(false);
    setUser(null);
  }

  return (
    <AlertDialog.Content maxWidth="420px" onCloseAutoFocus={returnFocus}>
      <form noValidate onSubmit={form.submit}>
        <AlertDialog.Title>{question.message}</AlertDialog.Title>
        <AlertDialog.Description size="2" mb="4">
          What you entered on this page is still there. Log in to continue where you were.
        </AlertDialog.Description>
        <Flex direction="column" gap="4">
          <FormFailure>{form.failure}</FormFailure>
          <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
          {sign_on !== null && <SignOnLink inNewTab />}
          {!local_passwords ? null : asksCode ? (
            <CodeInput form={form} autoFocus />
          ) : (
            <PasswordInput label="Password" autoComplete="current-password" autoFocus {...form.input("password")} />
          )}
        </Flex>
        <Flex gap="3" mt="5" justify="end">
          <Button type="button" variant="soft" color="gray" onClick={leave}>
            Leave this page
          </Button>
          {local_passwords && (
            <BusyButton type="submit" busy={form.busy}>
              Log In
            </BusyButton>
          )}
        </Flex>
      </form>
    </AlertDialog.Content>
  );
}
