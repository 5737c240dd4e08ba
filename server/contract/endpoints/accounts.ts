import * as accounts from "../accounts/accounts.ts";
import * as audit from "../accounts/audit.ts";
import { backupsResponse } from "../backups.ts";
import { messageSchema } from "../common.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const ACCOUNTS_ENDPOINTS = {
  getAccounts: call("GET /admin/accounts", "administrator", {
    summary: "All accounts with figures; nothing of students' work",
    response: accounts.accountsResponse,
  }),
  getAuditLog: call("GET /admin/audit-log", "administrator", {
    summary: "Who did what: sign-ins, failures, exports, deletions, roles and settings",
    query: audit.auditQuery,
    response: audit.auditResponse,
  }),
  getBackups: call("GET /admin/backups", "administrator", {
    summary: "The scheduled backups, and whether the last one failed",
    response: backupsResponse,
  }),
  createUser: call("POST /admin/create-user", "administrator", {
    summary: "Create an account without a confirmation mail",
    body: accounts.createUserBody,
    response: accounts.createUserResponse,
  }),
  changeAccount: call("PATCH /admin/accounts/:accountId", "administrator", {
    summary: "Disable an account, enable or approve it, or change whether it is an administrator's",
    body: accounts.changeAccountBody,
    response: accounts.accountChangedResponse,
  }),
  handOver: call("POST /admin/hand-over/:accountId", "administrator", {
    summary: "Give an account's classes and tasks to another account",
    body: accounts.handOverBody,
    response: accounts.handOverResponse,
  }),
  resetSecondFactor: call("POST /admin/accounts/:accountId/reset-second-factor", "administrator", {
    summary: "Turn off the second factor of an account whose owner lost phone and recovery codes",
    response: messageSchema,
  }),
  unlinkSignOn: call("POST /admin/accounts/:accountId/unlink-sign-on", "administrator", {
    summary: "Forget whose account it is at the provider of single sign-on; ends the sessions that began there",
    response: messageSchema,
  }),
  deleteAccount: call("DELETE /admin/accounts/:accountId", "administrator", {
    summary: "Delete an account that has no classes and tasks (any more)",
    response: messageSchema,
  }),
} as const satisfies Record<string, Endpoint>;
