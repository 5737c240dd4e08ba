import { Button, Text } from "@radix-ui/themes";
import { LIMITS } from "../../../core/rules/limits.ts";
import { call, messageOf } from "../../api.ts";
import { usePassingNote } from "../../hooks/use-passing-note.ts";

/** Sends the mail that confirms an address again; the note about it disappears after three seconds. */
export function ResendConfirmation({ email }: { readonly email: string }) {
  const [note, setNote] = usePassingNote(LIMITS.resendNoteSeconds);

  async function resend(): Promise<void> {
    try {
      const { message } = await call("resendVerification", { body: { email: email.trim() } });
      setNote(message);
    } catch (error) {
      setNote(messageOf(error));
    }
  }

  return (
    <div>
      <Button type="button" variant="soft" onClick={() => void resend()}>
        Resend confirmation email
      </Button>
      <Text as="p" size="2" mt="2" color="gray" role="status">
        {note}
      </Text>
    </div>
  );
}
