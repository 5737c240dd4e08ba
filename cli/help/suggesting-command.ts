import { Command, type Option } from "commander";

/** What commander has, but does not declare. */
interface Undeclared {
  rawArgs: readonly string[];
  unknownOption(flag: string): void;
  missingMandatoryOptionValue(option: Option): void;
}

/**
 * A command that names a mistyped option, with a suggestion, before it misses the one that was meant: for `--taks x` it
 * does not ask for `--task`.
 */
export class SuggestingCommand extends Command {
  override createCommand(name?: string): SuggestingCommand {
    return new SuggestingCommand(name);
  }

  /** After a mistake, the help of the command in which it was made is named. */
  override copyInheritedSettings(source: Command): this {
    super.copyInheritedSettings(source);
    const path = [source.parent, source, this].flatMap((command) => command?.name() ?? []);
    return this.showHelpAfterError(`(${path.join(" ")} --help says how it is used)`);
  }

  missingMandatoryOptionValue(option: Option): void {
    const known = new Set([this, this.parent].flatMap((each) => each?.createHelp().visibleOptions(each) ?? []));
    const flags = [...known].flatMap(({ short, long }) => [short, long]);
    const unknown = rawWords(this).find((word) => /^--?[a-z]/i.test(word) && !flags.includes(word.split("=")[0]));
    if (unknown !== undefined) undeclared(this).unknownOption(unknown);
    const inherited = Object.getPrototypeOf(SuggestingCommand.prototype) as Undeclared;
    inherited.missingMandatoryOptionValue.call(this, option);
  }
}

function rawWords(command: Command): readonly string[] {
  const [top] = [command, command.parent, command.parent?.parent].filter((each) => each != null).slice(-1);
  return undeclared(top ?? command).rawArgs;
}

function undeclared(command: Command): Undeclared {
  return command as unknown as Undeclared;
}
