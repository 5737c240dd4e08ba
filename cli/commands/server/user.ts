import { type Account, createUserBody } from "../../../server/contract/accounts/accounts.ts";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { askSecret } from "../../server/ask-secret.ts";
import { callServer, type ServerOptions } from "../../server/call-server.ts";
import type { Terminal } from "../../terminal.ts";
import { accountsText } from "../../views/accounts-text.ts";

export interface UserCreateOptions extends ServerOptions {
  readonly name?: string;
  readonly admin?: boolean;
}

export interface UserListOptions extends ServerOptions {
  readonly json?: boolean;
}

interface Environment {
  readonly terminal: Terminal;
}

/** `circuitgrade user create EMAIL`: creates an account without a confirmation mail. */
export async function runUserCreate(
  email: string,
  options: UserCreateOptions,
  { terminal }: Environment,
): Promise<ExitCode> {
  requireShortName(options);
  const { name, admin = false, data } = options;
  const site = (await (await callServer("getSite", own(data))).json()) as ResponseOf<"getSite">;
  // Without local passwords, the account's owner signs on.
  const password = site.local_passwords ? await askSecret(`Password for ${email}: `) : "";
  const body = { email, password, admin, ...(name && { name }) };
  const response = await callServer("createUser", { ...options, body });
  return say(response, terminal);
}

/** `circuitgrade user list`: every account with figures. */
export async function runUserList(options: UserListOptions, { terminal }: Environment): Promise<ExitCode> {
  const accounts = await loadAccounts(options);
  terminal.data(options.json ? `${JSON.stringify({ accounts }, null, 2)}\n` : accountsText(accounts));
  return EXIT.ok;
}

/** `circuitgrade user disable | enable | admin EMAIL`. */
export async function runUserChange(
  email: string,
  options: ServerOptions & { readonly change: { readonly disabled?: boolean; readonly admin?: boolean } },
  { terminal }: Environment,
): Promise<ExitCode> {
  const { id } = await findAccount(email, options);
  const { data, change } = options;
  return say(await callServer("changeAccount", { ...own(data), params: { accountId: id }, body: change }), terminal);
}

/** `circuitgrade user hand-over EMAIL --to OTHER`. */
export async function runUserHandOver(
  email: string,
  options: ServerOptions & { readonly to: string },
  { terminal }: Environment,
): Promise<ExitCode> {
  const { id } = await findAccount(email, options);
  const { data, to } = options;
  const response = await callServer("handOver", { ...own(data), params: { accountId: id }, body: { to } });
  const answer = (await response.json()) as ResponseOf<"handOver">;
  terminal.say(answer.message);
  for (const { class_code, from, to } of answer.renumbered) {
    terminal.say(`${class_code}, group ${from} is group ${to} now: the receiver had a group ${from} already.`);
  }
  return EXIT.ok;
}

/** `circuitgrade user delete | reset-second-factor | unlink EMAIL`. */
export async function runUserCall(
  email: string,
  { call, data }: ServerOptions & { readonly call: "deleteAccount" | "resetSecondFactor" | "unlinkSignOn" },
  { terminal }: Environment,
): Promise<ExitCode> {
  const { id } = await findAccount(email, own(data));
  return say(await callServer(call, { ...own(data), params: { accountId: id } }), terminal);
}

/** `circuitgrade user link EMAIL`: prints a link that logs in once. */
export async function runUserLink(
  email: string,
  { data }: ServerOptions,
  { terminal }: Environment,
): Promise<ExitCode> {
  const { id } = await findAccount(email, own(data));
  const response = await callServer("makeEntrance", { ...own(data), params: { accountId: id } });
  terminal.data(`${((await response.json()) as ResponseOf<"makeEntrance">).url}\n`);
  return EXIT.ok;
}

async function loadAccounts({ data }: ServerOptions): Promise<readonly Account[]> {
  const response = await callServer("getAccounts", own(data));
  return ((await response.json()) as ResponseOf<"getAccounts">).accounts;
}

/** @throws {CommandFailure} if no account has this address. */
async function findAccount(email: string, options: ServerOptions): Promise<Account> {
  const wanted = email.trim().toLowerCase();
  const found = (await loadAccounts(options)).find((account) => account.email === wanted);
  if (found) return found;
  throw new CommandFailure(EXIT.notFound, `No account has the address ${wanted}. 'circuitgrade user list' lists them.`);
}

function own(data: string | undefined): ServerOptions {
  return data === undefined ? {} : { data };
}

async function say(response: Response, terminal: Terminal): Promise<ExitCode> {
  const { message } = (await response.json()) as { message: string };
  terminal.say(message);
  return EXIT.ok;
}

/** The same check as on the server, but before the password is asked for, so that nobody types one in vain. */
function requireShortName({ name }: UserCreateOptions): void {
  const [issue] = createUserBody.shape.name.safeParse(name).error?.issues ?? [];
  if (issue?.code !== "too_big") return;
  throw new CommandFailure(EXIT.usage, `The name is too long: at most ${issue.maximum} characters.`);
}
