import type { Command } from "commander";

/** The commands that do something, those within groups as well, but for `help`. */
export function leafCommands(command: Command): Command[] {
  return command.commands
    .filter((child) => child.name() !== "help")
    .flatMap((child) => (child.commands.length > 0 ? leafCommands(child) : [child]));
}

/** A command's name with that of its group: `user create`. */
export function fullName(command: Command): string {
  return command.parent?.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

/** The options of a command that are not hidden, and `--help`. */
export function shownOptions(command: Command) {
  return command.createHelp().visibleOptions(command);
}
