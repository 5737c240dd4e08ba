import { Button, Dialog, Flex } from "@radix-ui/themes";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import { call } from "../../api.ts";
import { Choice } from "../../components/choice.tsx";
import { DialogClose } from "../../components/dialog-close.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { counted } from "../../format.ts";
import { useFocusReturn } from "../../hooks/use-focus-return.ts";
import { useForm } from "../../hooks/use-form.ts";
import { toast } from "../../store.ts";

interface HandOverDialogProps {
  /** Whose classes they are; null: closed. */
  readonly leaver: Account | null;
  readonly receivers: readonly Account[];
  onClose(): void;
  onDone(): Promise<void>;
}

/** Chooses the account that gets a leaver's classes and tasks. */
export function HandOverDialog({ leaver, ...rest }: HandOverDialogProps) {
  return (
    <Dialog.Root open={leaver !== null} onOpenChange={(open) => !open && rest.onClose()}>
      {leaver !== null && <HandOverForm leaver={leaver} {...rest} />}
    </Dialog.Root>
  );
}

function HandOverForm({ leaver, receivers, onClose, onDone }: HandOverDialogProps & { readonly leaver: Account }) {
  const returnFocus = useFocusReturn();
  const form = useForm(
    { to: "" },
    {
      check: ({ to }) => (to === "" ? [{ code: "to-required", field: "to", message: "Choose an account." }] : []),
      async send(body) {
        const { message, renumbered } = await call("handOver", { params: { accountId: leaver.id }, body });
        const changed = renumbered.map(({ class_code, from, to }) => `${class_code}: group ${from} is ${to} now.`);
        toast([message, ...changed].join(" "));
        onClose();
        await onDone();
      },
    },
  );
  return (
    <Dialog.Content maxWidth="460px" onCloseAutoFocus={returnFocus}>
      <Dialog.Title>Hand Over Classes</Dialog.Title>
      <Dialog.Description size="2" mb="4">
        {counted(leaver.tasks, "task")} of {leaver.email} with all pages and grades go to another account. Student links
        stay valid.
      </Dialog.Description>
      <form className="form" noValidate onSubmit={form.submit}>
        <Choice
          label="New owner"
          error={form.issues.errorOf("to")}
          value={form.fields.to}
          placeholder="Choose an account"
          options={receivers.map(({ email }) => ({ value: email, label: email }))}
          onChange={(to) => form.change({ to })}
        />
        {form.failure && <FormFailure>{form.failure}</FormFailure>}
        <Flex gap="3" justify="end">
          <DialogClose label="Cancel" />
          <Button type="submit" disabled={form.busy}>
            {form.busy ? "Handing over..." : "Hand Over"}
          </Button>
        </Flex>
      </form>
    </Dialog.Content>
  );
}
