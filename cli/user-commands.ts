import type { Command } from "commander";
import type { Act } from "./act.ts";
import type { AccountCall } from "./commands/server/user.ts";

/** Adds `circuitgrade user …`: the accounts of a server that runs on this machine. */
export function addUserCommands(program: Command, act: Act): void {
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
    .action(act(async () => (await load()).runUserList));
  command(
    "create",
    "create an account that needs no mail; asks for the password, or reads it from stdin, if there are passwords",
  )
    .argument("<email>", "an address of the university's domain")
    .option("--name <name>", "the name that students see")
    .option("--admin", "let the account manage accounts")
    .action(act(async () => (await load()).runUserCreate));
  const about = (name: string, description: string) => {
    return command(name, description).argument("<email>", "the account's address");
  };
  const simple = (name: string, { description, ...call }: { readonly description: string } & AccountCall) => {
    about(name, description).action(act(async () => (await load()).userCall(call)));
  };
  simple("disable", {
    description: "end an account's sessions and access tokens at once, and let nobody sign in to it",
    call: "changeAccount",
    body: { disabled: true },
  });
  simple("enable", {
    description: "let a disabled account in again, or approve one that waits for it",
    call: "changeAccount",
    body: { disabled: false },
  });
  about("admin", "make an account an administrator's")
    .option("--remove", "make it an ordinary account again")
    .action(act(async () => (await load()).runUserAdmin));
  command("hand-over", "give an account's classes and tasks to another account")
    .argument("<email>", "the address of the account that gives them")
    .requiredOption("--to <email>", "the address of the account that gets them")
    .action(act(async () => (await load()).runUserHandOver));
  simple("reset-second-factor", {
    description: "turn off an account's second factor, if its owner lost phone and recovery codes",
    call: "resetSecondFactor",
  });
  simple("unlink", {
    description: "forget whose account it is at the provider of single sign-on, as somebody else has the address now",
    call: "unlinkSignOn",
  });
  about(
    "link",
    "print a link that logs in to the account once, within an hour: the way in if nothing else works",
  ).action(act(async () => (await load()).runUserLink));
  simple("delete", { description: "delete an account that has no classes", call: "deleteAccount" });
}
