import { AlertDialog, Button, Flex, Text, TextField } from "@radix-ui/themes";
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { ApiError, messageOf } from "../api.ts";
import { FormFailure } from "../components/fields/form-failure.tsx";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import { type Confirmation, closeConfirmation, useConfirmation } from "../store.ts";

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
  const { title, text, action, details, harmless = false, typed, busy, failed, run } = confirmation;
  const [entered, setEntered] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const returnFocus = useFocusReturn();
  const { pathname } = useLocation();
  const [askedAt] = useState(pathname);

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

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    if (typed && entered !== typed.text) return setFailure(typed.mismatch);
    setRunning(true);
    setFailure(null);
    try {
      await run();
      closeConfirmation(confirmation);
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      setFailure(failed ?? messageOf(error));
    } finally {
      setRunning(false);
    }
  }

  return (
    <AlertDialog.Content
      maxWidth={details === undefined ? "460px" : "720px"}
      onOpenAutoFocus={startAtInput}
      onEscapeKeyDown={stayWhileRunning}
      onCloseAutoFocus={returnFocus}
    >
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <AlertDialog.Title>{title}</AlertDialog.Title>
        <AlertDialog.Description size="2">{text}</AlertDialog.Description>
        {details}
        {typed && (
          <Flex direction="column" gap="2" mt="4">
            <Text as="label" size="2" htmlFor={field}>
              Type <code className="typed-text">{typed.text}</code> to confirm.
            </Text>
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
        <Flex gap="3" mt="5" justify="end">
          <AlertDialog.Cancel onClick={stayWhileRunning}>
            <Button
              type="button"
              variant="soft"
              color="gray"
              aria-disabled={running}
              data-disabled={running || undefined}
            >
              Cancel
            </Button>
          </AlertDialog.Cancel>
          {/* Not disabled: the focus would leave the dialog. */}
          <Button
            type="submit"
            {...(!harmless && { color: "red" })}
            aria-disabled={running}
            data-disabled={running || undefined}
          >
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
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !content.current?.contains(event.target as Node)) return;
    // Radix listens at the document, which comes after the window.
    event.stopPropagation();
    event.preventDefault();
    onEscape();
  });

  // Before the focus moves here, which is when the key can first be meant for this dialog.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
}
