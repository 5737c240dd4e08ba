import type { Command } from "commander";
import type { UserCreateOptions, UserListOptions } from "./commands/server/user.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { ServerOptions } from "./server/call-server.ts";
import type { Terminal } from "./terminal.ts";

/** How a command ends, and where it writes. */
export interface Run {
  finish(code: ExitCode): void;
  terminal(): Terminal;
}

/** Adds `circuitgrade user …`: the accounts of a server that runs on this machine. */
export function addUserCommands(program: Command, { finish, terminal }: Run): void {
  const user = program.command("user").description("manage the accounts of a server that runs on this machine");
  const command = (name: string, description: string) => {
    return user
      .command(name)
      .description(description)
      .option("--data <dir>", "the server's data folder (DATA_DIR, by default data)");
  };
  const load = () => import("./commands/server/user.ts");

  command("list", "list the accounts with their classes, tasks, submissions and last sign-in")
    .option("--json", "print the accounts as one JSON object")
    .action(async (options: UserListOptions) => {
      finish(await (await load()).runUserList(options, { terminal: terminal() }));
    });
  command(
    "create",
    "create an account that needs no mail; asks for the password, or reads it from stdin, if there are passwords",
  )
    .argument("<email>", "an address of the university's domain")
    .option("--name <name>", "the name that students see")
    .option("--admin", "let the account manage accounts")
    .action(async (email: string, options: UserCreateOptions) => {
      finish(await (await load()).runUserCreate(email, options, { terminal: terminal() }));
    });
  command("disable", "end an account's sessions and access tokens at once, and let nobody sign in to it")
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      const change = { disabled: true };
      finish(await (await load()).runUserChange(email, { ...options, change }, { terminal: terminal() }));
    });
  command("enable", "let a disabled account in again, or approve one that waits for it")
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      const change = { disabled: false };
      finish(await (await load()).runUserChange(email, { ...options, change }, { terminal: terminal() }));
    });
  command("admin", "make an account an administrator's")
    .argument("<email>", "the account's address")
    .option("--remove", "make it an ordinary account again")
    .action(async (email: string, options: ServerOptions & { readonly remove?: boolean }) => {
      const { remove = false, ...own } = options;
      const change = { admin: !remove };
      finish(await (await load()).runUserChange(email, { ...own, change }, { terminal: terminal() }));
    });
  command("hand-over", "give an account's classes and tasks to another account")
    .argument("<email>", "the address of the account that gives them")
    .requiredOption("--to <email>", "the address of the account that gets them")
    .action(async (email: string, options: ServerOptions & { readonly to: string }) => {
      finish(await (await load()).runUserHandOver(email, options, { terminal: terminal() }));
    });
  command("reset-second-factor", "turn off an account's second factor, if its owner lost phone and recovery codes")
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      const call = "resetSecondFactor";
      finish(await (await load()).runUserCall(email, { ...options, call }, { terminal: terminal() }));
    });
  command(
    "unlink",
    "forget whose account it is at the provider of single sign-on, as somebody else has the address now",
  )
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      const call = "unlinkSignOn";
      finish(await (await load()).runUserCall(email, { ...options, call }, { terminal: terminal() }));
    });
  command("link", "print a link that logs in to the account once, within an hour: the way in if nothing else works")
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      finish(await (await load()).runUserLink(email, options, { terminal: terminal() }));
    });
  command("delete", "delete an account that has no classes")
    .argument("<email>", "the account's address")
    .action(async (email: string, options: ServerOptions) => {
      const call = "deleteAccount";
      finish(await (await load()).runUserCall(email, { ...options, call }, { terminal: terminal() }));
    });
}
