import { Button } from "@radix-ui/themes";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import { call } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { Choice } from "../../components/choice.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Modal, ModalFoot, ModalText } from "../../components/modal.tsx";
import { counted } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { closeDialog, toast } from "../../store.ts";

interface HandOverDialogProps {
  readonly leaver: Account;
  readonly receivers: readonly Account[];
}

export function HandOverDialog({ leaver, receivers }: HandOverDialogProps) {
  const form = useForm(
    { to: "" },
    {
      check: ({ to }) => (to === "" ? [{ code: "to-required", field: "to", message: "Choose an account." }] : []),
      async send(body) {
        const { message, renumbered } = await call("handOver", { params: { accountId: leaver.id }, body });
        const changed = renumbered.map(({ class_code, from, to }) => `${class_code}: group ${from} is ${to} now.`);
        toast([message, ...changed].join(" "));
        closeDialog();
        await renew("getAccounts");
      },
    },
  );
  return (
    <Modal title="Hand Over Classes">
      <ModalText>
        {counted(leaver.tasks, "task")} of {leaver.email} with all pages and grades go to another account. Student links
        stay valid.
      </ModalText>
      <form className="form" noValidate onSubmit={form.submit}>
        <Choice
          label="New owner"
          error={form.issues.errorOf("to")}
          value={form.fields.to}
          placeholder="Choose an account"
          options={receivers.map(({ email }) => ({ value: email, label: email }))}
          onChange={(to) => form.change({ to })}
        />
        <FormFailure>{form.failure}</FormFailure>
        <ModalFoot close="Cancel">
          <Button type="submit" disabled={form.busy}>
            {form.busy ? "Handing over..." : "Hand Over"}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}
