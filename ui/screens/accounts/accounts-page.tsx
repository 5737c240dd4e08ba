import { PlusIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex, Skeleton } from "@radix-ui/themes";
import { ACCOUNT_LIMITS, checkSignUp, checkSignUpEmail } from "../../../core/rules/accounts/account-fields.ts";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import { call } from "../../api.ts";
import { renew, useCall } from "../../calls/calls.ts";
import { CheckField } from "../../components/choices.tsx";
import { EmailInput, LinkButton, PasswordInput, TextInput } from "../../components/controls.tsx";
import {
  Answers,
  Modal,
  ModalSubmit,
  ModalText,
  PageHead,
  Scrolling,
  TableHead,
  useClosing,
} from "../../components/page-parts.tsx";
import { formatDate } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { openDialog, toast, useOwnUser } from "../../store.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BackupsPanel } from "./backups-panel.tsx";

export function Component() {
  return (
    <div className="page">
      <PageHead title="Accounts" text="Who may sign in. You see figures, not the work of students.">
        <Flex gap="10px" wrap="wrap">
          <LinkButton to="/audit-log" size="3" variant="soft">
            <ReaderIcon />
            Audit Log
          </LinkButton>
          <Button size="3" onClick={() => openDialog(<CreateDialog />)}>
            <PlusIcon />
            New Account
          </Button>
        </Flex>
      </PageHead>
      <Answers to={[useCall("getAccounts", {})]} waiting={<Skeleton height="240px" />}>
        {({ accounts }) => <AccountTable accounts={accounts} />}
      </Answers>
      <BackupsPanel />
    </div>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const own = useOwnUser();
  return (
    <Scrolling className="panel table-frame" aria-label="Accounts">
      <table className="table">
        <TableHead
          columns={["Account", "State", "Classes", "Tasks", "Submissions", "Last Sign-In"]}
          buttons="Actions"
        />
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              <th scope="row">
                {account.name}
                {account.id === own.id && " (you)"}
                <small>{account.email}</small>
              </th>
              <td>
                <AccountState account={account} />
              </td>
              <td>{account.classes}</td>
              <td>{account.tasks}</td>
              <td>{account.submissions}</td>
              <td>{account.last_sign_in_at === null ? "Never" : formatDate(account.last_sign_in_at)}</td>
              <td>
                <AccountMenu
                  account={account}
                  receivers={accounts.filter(({ id, state }) => id !== account.id && state === "active")}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

const STATES = {
  active: ["Active", "green"],
  unverified: ["Address not confirmed", "gray"],
  waiting: ["Waits for approval", "amber"],
  disabled: ["Disabled", "red"],
} as const;

function AccountState({ account: { state, admin, second_factor, sign_on } }: { readonly account: Account }) {
  const [label, color] = STATES[state];
  return (
    <Flex as="span" gap="6px" wrap="wrap">
      <Badge color={color}>{label}</Badge>
      {admin && <Badge color="blue">Administrator</Badge>}
      {second_factor && <Badge color="gray">Second factor</Badge>}
      {sign_on && <Badge color="gray">Single sign-on</Badge>}
    </Flex>
  );
}

const EMPTY = { email: "", name: "", password: "", admin: false };

/** A new account: its owner gets the password from the administrator and changes it. */
function CreateDialog() {
  const { university_domain, local_passwords, sign_on, mails } = pageData().site;
  const close = useClosing();
  const form = useForm(EMPTY, {
    check: ({ email, password }) => {
      if (!local_passwords) return checkSignUpEmail(email, university_domain);
      return checkSignUp({ email, password, confirmation: password }, university_domain);
    },
    async send({ name, ...fields }) {
      const { message } = await call("createUser", { body: { ...fields, ...(name !== "" && { name }) } });
      toast(message);
      close();
      await renew("getAccounts");
    },
  });
  return (
    <Modal title="New Account">
      <ModalText>
        The account works at once.{" "}
        {local_passwords
          ? "Tell its owner the password and ask them to change it under Settings."
          : `Its owner signs on with ${sign_on?.name}, where the address must be the same.`}{" "}
        {mails ? "They get a mail about it, without the password." : "This server sends no mails: tell them about it."}
      </ModalText>
      <form className="form" noValidate onSubmit={form.submit}>
        <EmailInput label="Email" autoComplete="off" {...form.input("email")} />
        <TextInput
          label="Name"
          hint="Students see it."
          autoComplete="off"
          maxLength={ACCOUNT_LIMITS.nameLength}
          {...form.input("name")}
        />
        {local_passwords && <PasswordInput label="Password" autoComplete="new-password" {...form.input("password")} />}
        <CheckField checked={form.fields.admin} onChange={(admin) => form.change({ admin })}>
          Administrator: may manage accounts
        </CheckField>
        <ModalSubmit form={form} action="Create Account" busy="Creating..." />
      </form>
    </Modal>
  );
}
