import type { z } from "zod";
import { count } from "../../../core/basics/texts.ts";
import type { Account, changeAccountBody } from "../../contract/accounts/accounts.ts";
import { LOST_FILES_HEADER } from "../../contract/backup.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Router } from "../../router.ts";
import { issueEntrance } from "../../services/accounts/entrance.ts";
import { handOver } from "../../services/accounts/hand-over.ts";
import { changeAccount, deleteAccount, listAccounts } from "../../services/accounts/manage-accounts.ts";
import { createAccount, tellCreated } from "../../services/accounts/sign-up.ts";
import { makeBackup } from "../../services/exports/backup.ts";
import { readAuditLog } from "../../services/operation/audit-log.ts";
import { describeBackups } from "../../services/operation/backups/describe-backups.ts";

/** What administrators do, in the web or with the command on the server's machine. */
export function adminRoutes({ on }: Router): void {
  on("getAccounts", async ({ context }) => ({ accounts: await listAccounts(context) }));

  on("getAuditLog", ({ context, query }) => readAuditLog(context, query));

  on("getBackups", async ({ context }) => describeBackups(context));

  on("createUser", async ({ context, user, body, c }) => {
    c.set("aboutEmail", body.email);
    const userId = await createAccount(context, body);
    // The command is for those who set up the server, and need no mail.
    if (user !== null) tellCreated(context, body.email);
    return { message: `${body.email.trim()} can log in now.`, user_id: userId };
  });

  on("makeEntrance", async ({ context, params }) => {
    const token = await issueEntrance(context, params.accountId);
    return { token, url: `${context.config.origin}${ENDPOINTS.enter.path}?${new URLSearchParams({ token })}` };
  });

  on("changeAccount", async ({ context, params, body, c }) => {
    c.set("auditDetail", changeWords(body));
    const account = await changeAccount(context, params.accountId, body);
    return { message: changedText(account, body), account };
  });

  on("handOver", async ({ context, params, body }) => {
    const { to, ...done } = await handOver(context, params.accountId, body);
    const classes = count(done.classes, "more class", "more classes");
    return { message: `${to} has ${classes} with ${count(done.tasks, "task")} now.`, ...done };
  });

  on("deleteAccount", async ({ context, params }) => {
    return { message: `The account ${await deleteAccount(context, params.accountId)} was deleted.` };
  });

  on("backup", async ({ context }) => {
    const { archive, lost } = await makeBackup(context);
    const headers = { "Content-Type": "application/gzip", ...(lost > 0 && { [LOST_FILES_HEADER]: String(lost) }) };
    return new Response(archive, { headers });
  });
}

function changeWords({ admin, disabled }: z.output<typeof changeAccountBody>): string {
  return [
    ...(admin === undefined ? [] : [admin ? "made an administrator" : "no administrator any more"]),
    ...(disabled === undefined ? [] : [disabled ? "disabled" : "enabled"]),
  ].join(", ");
}

function changedText({ email, state, admin }: Account, { admin: changed }: { admin?: boolean | undefined }): string {
  if (changed !== undefined)
    return admin ? `${email} is an administrator now.` : `${email} is no administrator any more.`;
  return state === "disabled"
    ? `${email} is disabled: nobody can sign in with it.`
    : `${email} can be used to sign in.`;
}
