import * as accounts from "../accounts/accounts.ts";
import * as audit from "../accounts/audit.ts";
import { backupsResponse } from "../backups.ts";
import { messageSchema } from "../common.ts";
import type { Endpoint } from "./endpoint.ts";

export const ACCOUNTS_ENDPOINTS = {
  getAccounts: {
    method: "GET",
    path: "/admin/accounts",
    access: "administrator",
    summary: "All accounts with figures; nothing of students' work",
    response: accounts.accountsResponse,
  },
  getAuditLog: {
    method: "GET",
    path: "/admin/audit-log",
    access: "administrator",
    summary: "Who did what: sign-ins, failures, exports, deletions, roles and settings",
    query: audit.auditQuery,
    response: audit.auditResponse,
  },
  getBackups: {
    method: "GET",
    path: "/admin/backups",
    access: "administrator",
    summary: "The scheduled backups, and whether the last one failed",
    response: backupsResponse,
  },
  createUser: {
    method: "POST",
    path: "/admin/create-user",
    access: "administrator",
    summary: "Create an account without a confirmation mail",
    body: accounts.createUserBody,
    response: accounts.createUserResponse,
  },
  changeAccount: {
    method: "PATCH",
    path: "/admin/accounts/:accountId",
    access: "administrator",
    summary: "Disable an account, enable or approve it, or change whether it is an administrator's",
    params: accounts.accountParams,
    body: accounts.changeAccountBody,
    response: accounts.accountChangedResponse,
  },
  handOver: {
    method: "POST",
    path: "/admin/hand-over/:accountId",
    access: "administrator",
    summary: "Give an account's classes and tasks to another account",
    params: accounts.accountParams,
    body: accounts.handOverBody,
    response: accounts.handOverResponse,
  },
  resetSecondFactor: {
    method: "POST",
    path: "/admin/accounts/:accountId/reset-second-factor",
    access: "administrator",
    summary: "Turn off the second factor of an account whose owner lost phone and recovery codes",
    params: accounts.accountParams,
    response: messageSchema,
  },
  unlinkSignOn: {
    method: "POST",
    path: "/admin/accounts/:accountId/unlink-sign-on",
    access: "administrator",
    summary: "Forget whose account it is at the provider of single sign-on; ends the sessions that began there",
    params: accounts.accountParams,
    response: messageSchema,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/admin/accounts/:accountId",
    access: "administrator",
    summary: "Delete an account that has no classes and tasks (any more)",
    params: accounts.accountParams,
    response: messageSchema,
  },
} as const satisfies Record<string, Endpoint>;
