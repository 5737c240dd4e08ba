import { AlertDialog, Button, Callout, Flex, Text, TextField } from "@radix-ui/themes";
import { type FormEvent, useId, useState } from "react";
import { type Confirmation, closeConfirmation, useConfirmation } from "../store.ts";

/** Asks before something is lost; `confirmFirst` of the store opens it. */
export function ConfirmationDialog() {
  const confirmation = useConfirmation();

  function cancel(): void {
    closeConfirmation();
    confirmation?.onCancel?.();
  }

  return (
    <AlertDialog.Root open={confirmation !== null} onOpenChange={(open) => !open && cancel()}>
      {confirmation && <Question key={confirmation.title} confirmation={confirmation} />}
    </AlertDialog.Root>
  );
}

function Question({ confirmation }: { readonly confirmation: Confirmation }) {
  const { title, text, action, typed, busy, run } = confirmation;
  const [entered, setEntered] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const field = useId();
  // While this is drawn for the first time, focus is still where the question came from.
  const [opener] = useState(openerInFocus);

  /** Radix would look for a trigger, which this dialog has not. Who was led elsewhere meanwhile stays there. */
  function returnFocus(event: Event): void {
    event.preventDefault();
    if (opener?.isConnected && document.activeElement === document.body) opener.focus({ preventScroll: true });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed && entered !== typed.text) return setFailure(typed.mismatch);
    setRunning(true);
    setFailure(null);
    const message = await run();
    setRunning(false);
    if (message === null) closeConfirmation();
    else setFailure(message);
  }

  return (
    <AlertDialog.Content maxWidth="460px" onCloseAutoFocus={returnFocus}>
      <form onSubmit={(event) => void submit(event)}>
        <AlertDialog.Title>{title}</AlertDialog.Title>
        <AlertDialog.Description size="2">{text}</AlertDialog.Description>
        {typed && (
          <Flex direction="column" gap="2" mt="4">
            <Text as="label" size="2" htmlFor={field}>
              Type <code className="typed-text">{typed.text}</code> to confirm.
            </Text>
            <TextField.Root
              id={field}
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
        {failure && (
          <Callout.Root color="red" size="1" mt="3" role="alert">
            <Callout.Text>{failure}</Callout.Text>
          </Callout.Root>
        )}
        <Flex gap="3" mt="5" justify="end">
          <AlertDialog.Cancel>
            <Button type="button" variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <Button type="submit" color="red" disabled={running}>
            {running ? (busy ?? action) : action}
          </Button>
        </Flex>
      </form>
    </AlertDialog.Content>
  );
}

/** What has the focus; for an item of a menu, which closes, the button of that menu. */
function openerInFocus(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
