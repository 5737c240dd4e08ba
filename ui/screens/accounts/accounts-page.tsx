import { ExclamationTriangleIcon, PlusIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Badge, Button, Callout, Flex, Heading, Skeleton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import type { Backups } from "../../../server/contract/backups.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { formatDate } from "../../format.ts";
import { pageData } from "../../page-data.ts";
import { openDialog, useOwnUser } from "../../store.ts";
import { formatSize } from "../../uploads/format-size.ts";
import { AccountMenu } from "./account-menu.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import "./accounts.css";
import { TableHead } from "../../components/table-head.tsx";

export function Component() {
  return (
    <div className="page">
      <PageHead title="Accounts" text="Who may sign in. You see figures, not the work of students.">
        <Flex gap="10px" wrap="wrap">
          <Button asChild size="3" variant="soft">
            <Link to="/audit-log">
              <ReaderIcon />
              Audit Log
            </Link>
          </Button>
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
