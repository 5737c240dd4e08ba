import { PlusIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Account } from "../../../server/contract/accounts/accounts.ts";
import { useCall } from "../../calls/use-call.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Pending } from "../../components/pending.tsx";
import { formatDate } from "../../format.ts";
import { useOwnUser } from "../../store.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BackupsPanel } from "./backups-panel.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import "./accounts.css";

/** All accounts with figures, for administrators: nothing of students' work. */
export function AccountsPage() {
  const { data, error, reload } = useCall("getAccounts", {});
  const [creating, setCreating] = useState(false);
  const [leaver, setLeaver] = useState<Account | null>(null);
  const accounts = data?.accounts ?? [];
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
          <Button size="3" onClick={() => setCreating(true)}>
            <PlusIcon />
            New Account
          </Button>
        </Flex>
      </PageHead>
      <Pending data={data} error={error} onRetry={reload} height="240px" />
      {data !== null && <AccountTable accounts={accounts} onHandOver={setLeaver} onChanged={reload} />}
      <BackupsPanel />
      <CreateDialog open={creating} onClose={() => setCreating(false)} onCreated={reload} />
      <HandOverDialog
        leaver={leaver}
        receivers={accounts.filter(({ id, state }) => id !== leaver?.id && state === "active")}
        onClose={() => setLeaver(null)}
        onDone={reload}
      />
    </div>
  );
}

interface AccountTableProps {
  readonly accounts: readonly Account[];
  onHandOver(account: Account): void;
  onChanged(): Promise<void>;
}

function AccountTable({ accounts, onHandOver, onChanged }: AccountTableProps) {
  const own = useOwnUser();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and keys must be able to scroll it
    <section className="panel table-frame" aria-label="Accounts" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">State</th>
            <th scope="col">Classes</th>
            <th scope="col">Tasks</th>
            <th scope="col">Submissions</th>
            <th scope="col">Last Sign-In</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
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
                <AccountMenu account={account} onHandOver={() => onHandOver(account)} onChanged={onChanged} />
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
