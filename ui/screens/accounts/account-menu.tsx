import { DotsHorizontalIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import { call, messageOf } from "../../api.ts";
import { renew } from "../../calls/calls.ts";
import { Choice } from "../../components/choices.tsx";
import { QuietButton } from "../../components/controls.tsx";
import { Modal, ModalSubmit, ModalText, useClosing } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { type Confirmation, confirmFirst, openDialog, toast } from "../../store.ts";

interface AccountMenuProps {
  readonly account: Account;
  readonly receivers: readonly Account[];
}

/** What an administrator can do with an account. */
export function AccountMenu({ account, receivers }: AccountMenuProps) {
  const { id, email, state, admin, classes } = account;
  const params = { accountId: id };

  async function run(work: Promise<{ readonly message: string }>): Promise<void> {
    toast((await work).message);
    await renew("getAccounts");
  }

  function change(body: { readonly disabled?: boolean; readonly admin?: boolean }): Promise<void> {
    return run(call("changeAccount", { params, body }));
  }

  function changeNow(body: Parameters<typeof change>[0]): void {
    change(body).catch((error) => toast(messageOf(error), "error"));
  }

  function handOver(): void {
    openDialog(<HandOverDialog leaver={account} receivers={receivers} />);
  }

  const disable: Confirmation = {
    title: `Disable ${email}?`,
    text: "Open sessions and access tokens of the account end at once, and nobody can sign in with it. Classes and pages stay.",
    action: "Disable Account",
    run: () => change({ disabled: true }),
  };
  const reset: Confirmation = {
    title: `Reset the second factor of ${email}?`,
    text: "The password alone is then enough to log in. Make sure that the account's owner asked for it: they get a mail.",
    action: "Reset Second Factor",
    run: () => run(call("resetSecondFactor", { params })),
  };
  const unlink: Confirmation = {
    title: `Unlink ${email} from single sign-on?`,
    text: "Sessions that began there end. The next person who signs on with this address gets the account: make sure that it is its owner's.",
    action: "Unlink Account",
    run: () => run(call("unlinkSignOn", { params })),
  };
  const remove: Confirmation = {
    title: `Delete ${email}?`,
    text: "The account, its notifications and access tokens are removed for good.",
    action: "Delete Account",
    run: () => run(call("deleteAccount", { params })),
  };

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <QuietButton label={`Actions for ${email}`}>
          <DotsHorizontalIcon />
        </QuietButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        {(state === "waiting" || state === "disabled") && (
          <DropdownMenu.Item onSelect={() => changeNow({ disabled: false })}>
            {state === "waiting" ? "Approve" : "Enable"}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item onSelect={() => changeNow({ admin: !admin })}>
          {admin ? "Remove as Administrator" : "Make Administrator"}
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={classes === 0} onSelect={handOver}>
          Hand Over Classes…
        </DropdownMenu.Item>
        {account.second_factor && (
          <DropdownMenu.Item onSelect={() => confirmFirst(reset)}>Reset Second Factor…</DropdownMenu.Item>
        )}
        {account.sign_on && (
          <DropdownMenu.Item onSelect={() => confirmFirst(unlink)}>Unlink Single Sign-On…</DropdownMenu.Item>
        )}
        <DropdownMenu.Separator />
        {state !== "disabled" && (
          <DropdownMenu.Item color="red" onSelect={() => confirmFirst(disable)}>
            Disable…
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item color="red" onSelect={() => (classes === 0 ? confirmFirst(remove) : handOver())}>
          {classes === 0 ? "Delete…" : "Hand Over, Then Delete…"}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function HandOverDialog({ leaver, receivers }: { readonly leaver: Account; readonly receivers: readonly Account[] }) {
  const close = useClosing();
  const form = useForm(
    { to: "" },
    {
      check: ({ to }) => (to === "" ? [{ field: "to", message: "Choose an account." }] : []),
      async send(body) {
        const { message, renumbered } = await call("handOver", { params: { accountId: leaver.id }, body });
        const changed = renumbered.map(({ class_code, from, to }) => `${class_code}: group ${from} is ${to} now.`);
        toast([message, ...changed].join(" "));
        close();
        await renew("getAccounts");
      },
    },
  );
  return (
    <Modal title="Hand Over Classes">
      <ModalText>
        Another account gets {counted(leaver.tasks, "task")} of {leaver.email}, with all pages and grades. Student links
        stay valid.
      </ModalText>
      <form className="form" noValidate onSubmit={form.submit}>
        <Choice
          label="New owner"
          placeholder="Choose an account"
          options={receivers.map(({ email }) => ({ value: email, label: email }))}
          {...form.choice("to")}
        />
        <ModalSubmit form={form} action="Hand Over" busy="Handing over..." />
      </form>
    </Modal>
  );
}
