import { DotsHorizontalIcon, ExclamationTriangleIcon, PlusIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Badge, Button, Callout, DropdownMenu, Flex, Heading, Skeleton } from "@radix-ui/themes";
import { ACCOUNT_LIMITS, checkSignUp, checkSignUpEmail } from "../../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import type { Backups } from "../../../server/contract/backups.ts";
import { call, messageOf } from "../../api.ts";
import { renew, useCall } from "../../calls/calls.ts";
import { CheckField, Choice } from "../../components/choices.tsx";
import { FormFailure, LinkButton, PasswordInput, QuietButton, TextInput } from "../../components/controls.tsx";
import { Answers, Modal, ModalFoot, ModalText, PageHead, TableHead } from "../../components/page-parts.tsx";
import { counted, formatDate, formatSize } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { closeDialog, confirmFirst, openDialog, toast, useOwnUser } from "../../store.ts";
import "./accounts.css";

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and keys must be able to scroll it
    <section className="panel table-frame" aria-label="Accounts" tabIndex={0}>
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
    </section>
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

function BackupsPanel() {
  return (
    <section className="panel panel-body spaced tight" aria-label="Backups">
      <Heading as="h2" size="4">
        Backups
      </Heading>
      <Answers to={[useCall("getBackups", {})]} waiting={null}>
        {(backups) => <BackupsText {...backups} />}
      </Answers>
    </section>
  );
}

function BackupsText({ schedule, newest, failure, running }: Backups) {
  if (schedule === null) return <p className="muted">The server makes no backups by itself: BACKUP_DIR is not set.</p>;
  return (
    <>
      {failure !== null && (
        <Callout.Root color="red" role="alert">
          <Callout.Icon>
            <ExclamationTriangleIcon />
          </Callout.Icon>
          <Callout.Text>
            The backup of {formatDate(failure.at)} failed. {failure.message} The server tries again within an hour.
          </Callout.Text>
        </Callout.Root>
      )}
      <p className="muted">
        {newest === null
          ? "There is no backup yet."
          : `The newest is of ${formatDate(newest.at)}: ${newest.name}, ${formatSize(newest.bytes)}.`}
        {running && " One is being made now."}
      </p>
      <p className="muted">
        Every day at {schedule.time} ({pageData().site.timezone}) into {schedule.folder},{" "}
        {schedule.encrypted ? "encrypted" : "not encrypted"}. The newest {schedule.keep} are kept, each for at most{" "}
        {schedule.days} days.
      </p>
    </>
  );
}

const EMPTY = { email: "", name: "", password: "", admin: false };

/** A new account: its owner gets the password from the administrator and changes it. */
function CreateDialog() {
  const { university_domain, local_passwords, sign_on, mails } = pageData().site;
  const form = useForm(EMPTY, {
    check: ({ email, password }) => {
      if (!local_passwords) return checkSignUpEmail(email, university_domain);
      return checkSignUp({ email, password, confirmation: password }, university_domain);
    },
    async send({ name, ...fields }) {
      const { message } = await call("createUser", { body: { ...fields, ...(name !== "" && { name }) } });
      toast(message);
      closeDialog();
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
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={LIMITS.loginEmailLength}
          {...form.input("email")}
        />
        <TextInput
          label="Name"
          hint="Students see it."
          autoComplete="off"
          maxLength={ACCOUNT_LIMITS.nameLength}
          {...form.input("name")}
        />
        {local_passwords && (
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            maxLength={LIMITS.loginPasswordLength}
            {...form.input("password")}
          />
        )}
        <CheckField checked={form.fields.admin} onChange={(admin) => form.change({ admin })}>
          Administrator: may manage accounts
        </CheckField>
        <FormFailure>{form.failure}</FormFailure>
        <ModalFoot close="Cancel">
          <Button type="submit" disabled={form.busy}>
            {form.busy ? "Creating..." : "Create Account"}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}

interface AccountMenuProps {
  readonly account: Account;
  readonly receivers: readonly Account[];
}

function AccountMenu({ account, receivers }: AccountMenuProps) {
  const { id, email, state, admin, classes } = account;
  const params = { accountId: id };

  async function run(work: Promise<{ readonly message: string }>): Promise<void> {
    toast((await work).message);
    await renew("getAccounts");
  }

  const change = (body: { readonly disabled?: boolean; readonly admin?: boolean }) => {
    return run(call("changeAccount", { params, body }));
  };

  function changeNow(body: Parameters<typeof change>[0]): void {
    change(body).catch((error) => toast(messageOf(error), "error"));
  }

  function handOver(): void {
    openDialog(<HandOverDialog leaver={account} receivers={receivers} />);
  }

  function askDisable(): void {
    confirmFirst({
      title: `Disable ${email}?`,
      text: "Open sessions and access tokens of the account end at once, and nobody can sign in with it. Classes and pages stay.",
      action: "Disable Account",
      run: () => change({ disabled: true }),
    });
  }

  function askReset(): void {
    confirmFirst({
      title: `Reset the second factor of ${email}?`,
      text: "The password alone is then enough to log in. Make sure that the account's owner asked for it: they get a mail.",
      action: "Reset Second Factor",
      run: () => run(call("resetSecondFactor", { params })),
    });
  }

  function askUnlink(): void {
    confirmFirst({
      title: `Unlink ${email} from single sign-on?`,
      text: "Sessions that began there end. The next person who signs on with this address gets the account: make sure that it is its owner's.",
      action: "Unlink Account",
      run: () => run(call("unlinkSignOn", { params })),
    });
  }

  function askDelete(): void {
    confirmFirst({
      title: `Delete ${email}?`,
      text: "The account, its notifications and access tokens are removed for good.",
      action: "Delete Account",
      run: () => run(call("deleteAccount", { params })),
    });
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <QuietButton label={`Actions for ${email}`}>
          <DotsHorizontalIcon />
        </QuietButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        {state === "waiting" && (
          <DropdownMenu.Item onSelect={() => changeNow({ disabled: false })}>Approve</DropdownMenu.Item>
        )}
        {state === "disabled" && (
          <DropdownMenu.Item onSelect={() => changeNow({ disabled: false })}>Enable</DropdownMenu.Item>
        )}
        <DropdownMenu.Item onSelect={() => changeNow({ admin: !admin })}>
          {admin ? "Remove as Administrator" : "Make Administrator"}
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={classes === 0} onSelect={handOver}>
          Hand Over Classes…
        </DropdownMenu.Item>
        {account.second_factor && <DropdownMenu.Item onSelect={askReset}>Reset Second Factor…</DropdownMenu.Item>}
        {account.sign_on && <DropdownMenu.Item onSelect={askUnlink}>Unlink Single Sign-On…</DropdownMenu.Item>}
        <DropdownMenu.Separator />
        {state !== "disabled" && (
          <DropdownMenu.Item color="red" onSelect={askDisable}>
            Disable…
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item color="red" onSelect={classes === 0 ? askDelete : handOver}>
          {classes === 0 ? "Delete…" : "Hand Over, Then Delete…"}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function HandOverDialog({ leaver, receivers }: { readonly leaver: Account; readonly receivers: readonly Account[] }) {
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
