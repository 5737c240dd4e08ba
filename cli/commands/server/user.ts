import { type Account, createUserBody } from "../../../server/contract/accounts/accounts.ts";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import type { Surroundings } from "../../act.ts";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { askSecret } from "../../server/ask-secret.ts";
import { type AdminCall, callServer, type ServerOptions } from "../../server/call-server.ts";
import type { Terminal } from "../../terminal.ts";
import { accountsText } from "../../views/accounts-text.ts";
import { jsonText } from "../../views/json.ts";

interface UserCreateOptions extends ServerOptions {
  readonly name?: string;
  readonly admin?: boolean;
}

interface UserListOptions extends ServerOptions {
  readonly json?: boolean;
}

/** `circuitgrade user create EMAIL`: creates an account without a confirmation mail. */
export async function runUserCreate(
  email: string,
  options: UserCreateOptions,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  requireShortName(options);
  const { name, admin = false, data } = options;
  const site = (await (await callServer("getSite", { data })).json()) as ResponseOf<"getSite">;
  // Without local passwords, the account's owner signs on.
  const password = site.local_passwords ? await askSecret(`Password for ${email}: `) : "";
  const body = { email, password, admin, ...(name && { name }) };
  const response = await callServer("createUser", { data, body });
  return say(response, terminal);
}

/** `circuitgrade user list`: every account with figures. */
export async function runUserList(options: UserListOptions, { terminal }: Surroundings): Promise<ExitCode> {
  const accounts = await loadAccounts(options);
  terminal.data(options.json ? jsonText({ accounts }) : accountsText(accounts));
  return EXIT.ok;
}

/** `circuitgrade user hand-over EMAIL --to OTHER`. */
export async function runUserHandOver(
  email: string,
  { data, to }: ServerOptions & { readonly to: string },
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const response = await callAbout(email, { data, call: "handOver", body: { to } });
  const { message, renumbered } = (await response.json()) as ResponseOf<"handOver">;
  terminal.say(message);
  for (const { class_code, from, to } of renumbered) {
    terminal.say(`${class_code}, group ${from} is group ${to} now: the receiver had a group ${from} already.`);
  }
  return EXIT.ok;
}

/** `circuitgrade user disable | enable | delete | reset-second-factor | unlink EMAIL`. */
export function userCall(call: AccountCall) {
  return async (email: string, { data }: ServerOptions, { terminal }: Surroundings): Promise<ExitCode> => {
    return say(await callAbout(email, { ...call, data }), terminal);
  };
}

/** `circuitgrade user admin EMAIL`. */
export function runUserAdmin(
  email: string,
  { data, remove = false }: ServerOptions & { readonly remove?: boolean },
  surroundings: Surroundings,
): Promise<ExitCode> {
  return userCall({ call: "changeAccount", body: { admin: !remove } })(email, { data }, surroundings);
}

/** `circuitgrade user link EMAIL`: prints a link that logs in once. */
export async function runUserLink(
  email: string,
  { data }: ServerOptions,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const response = await callAbout(email, { data, call: "makeEntrance" });
  terminal.data(`${((await response.json()) as ResponseOf<"makeEntrance">).url}\n`);
  return EXIT.ok;
}

/** A call about one account. */
export interface AccountCall extends ServerOptions {
  readonly call: AdminCall;
  readonly body?: object | undefined;
}

async function callAbout(email: string, { data, call, body }: AccountCall): Promise<Response> {
  const { id } = await findAccount(email, { data });
  return callServer(call, { data, params: { accountId: id }, body });
}

async function loadAccounts({ data }: ServerOptions): Promise<readonly Account[]> {
  const response = await callServer("getAccounts", { data });
  return ((await response.json()) as ResponseOf<"getAccounts">).accounts;
}

/** @throws {CommandFailure} if no account has this address. */
async function findAccount(email: string, options: ServerOptions): Promise<Account> {
  const wanted = email.trim().toLowerCase();
  const found = (await loadAccounts(options)).find((account) => account.email === wanted);
  if (found) return found;
  throw new CommandFailure(EXIT.notFound, `No account has the address ${wanted}. 'circuitgrade user list' lists them.`);
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
