import { count } from "../../core/basics/texts.ts";
import type { Account } from "../../server/contract/accounts/accounts.ts";

/** A line for each account: address, state, role, figures, last sign-in. */
export function accountsText(accounts: readonly Account[]): string {
  if (accounts.length === 0) return "There are no accounts yet.\n";
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const lines = accounts.map((account) => {
    const { email, state, admin, second_factor, sign_on, classes, tasks, submissions, last_sign_in_at } = account;
    const figures = [count(classes, "class", "classes"), count(tasks, "task"), count(submissions, "submission")];
    const signIn = last_sign_in_at === null ? "never signed in" : `last sign-in ${last_sign_in_at.slice(0, 10)}`;
    const role = admin ? "administrator" : "instructor";
    const columns = [email.padEnd(width), state.padEnd(10), role.padEnd(13), figures.join(", "), signIn];
    const ways = [...(second_factor ? ["second factor"] : []), ...(sign_on ? ["single sign-on"] : [])];
    return [...columns, ...ways].join("  ");
  });
  return `${lines.join("\n")}\n`;
}
