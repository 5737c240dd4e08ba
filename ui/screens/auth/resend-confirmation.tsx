import { Button, Text } from "@radix-ui/themes";
import { call } from "../../api.ts";
import { useResend } from "../../hooks/use-resend.ts";

export function ResendConfirmation({ email }: { readonly email: string }) {
  const { note, resend } = useResend(() => call("resendVerification", { body: { email: email.trim() } }));

  return (
    <div>
      <Button type="button" variant="soft" onClick={resend}>
        Resend confirmation email
      </Button>
      <Text as="p" size="2" mt="2" color="gray" role="status">
        {note}
      </Text>
    </div>
  );
}
