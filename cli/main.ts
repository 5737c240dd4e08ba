import { Argument, type Command, CommanderError, Help, Option } from "commander";
import { PROGRAM_VERSION } from "../core/rules/program-version.ts";
import type { Act } from "./act.ts";
import { applyConfig } from "./config-file.ts";
import { CommandFailure, commandFailure, EXIT, EXIT_WORDS, type ExitCode } from "./exit-codes.ts";
import { fullName, leafCommands } from "./help/command-tree.ts";
import { completionScript, SHELLS, type Shell } from "./help/completion.ts";
import { EXAMPLES } from "./help/examples.ts";
import { SuggestingCommand } from "./help/suggesting-command.ts";
import { addPageCommands } from "./page-commands.ts";
import type { Installation } from "./reading/reading-pool.ts";
import { addServerCommands } from "./server-commands.ts";
import { addStudentCommands } from "./student-commands.ts";
import { endOnClosedPipe, openTerminal, type Terminal } from "./terminal.ts";
import { addUserCommands } from "./user-commands.ts";

/**
 * Runs `circuitgrade` with these arguments and returns its exit code. Each command's code is loaded when that command
 * runs, so that the light ones start at once.
 */
export async function main(words: readonly string[], installation: Installation): Promise<ExitCode> {
  endOnClosedPipe((error) => commandFailure(error) ?? defect(error));
  let exitCode: ExitCode = EXIT.ok;
  const program = buildProgram(installation, (code) => {
    exitCode = code;
  });
  try {
    const config = applyConfig(program, process.env);
    if (config !== null) {
      const isVerbose = () => program.opts<{ verbose?: boolean }>().verbose ?? false;
      program.hook("preAction", () =>
        openTerminal({ quiet: false, verbose: isVerbose() }).detail(`Defaults: ${config}`),
      );
    }
    await program.parseAsync(helpWords(program, words), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const { message, exitCode } = commandFailure(error) ?? defect(error);
    openTerminal({ quiet: false }).warn(`circuitgrade: ${message}`);
    return exitCode;
  }
}

/** `help user create` is `user create --help`; a name that is not a command is called, so that it is refused as unknown. */
function helpWords(program: Command, words: readonly string[]): string[] {
  const [first, ...names] = words;
  if (first !== "help" || names.length === 0) return [...words];
  const known: string[] = [];
  let command: Command | undefined = program;
  for (const name of names) {
    if (command.commands.length === 0) break;
    known.push(name);
    command = command.commands.find((each) => each.name() === name);
    if (command === undefined) return known;
  }
  return [...known, "--help"];
}

/** The command with all its subcommands; `finish` gets the exit code of the one that was run. */
export function buildProgram(installation: Installation, finish: (code: ExitCode) => void): Command {
  const program = new SuggestingCommand("circuitgrade")
    .description("Reads hand-drawn logic circuits from photos and scans and grades them against Boolean answer keys.")
    .version(PROGRAM_VERSION)
    .option("-q, --quiet", "print only data and errors")
    .addOption(new Option("-v, --verbose", "print details as well, such as each page with its time").conflicts("quiet"))
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption, minWidthToWrap: 30 })
    .showHelpAfterError("(circuitgrade --help lists the commands)")
    .addHelpText("after", exitCodeHelp());
  const terminal = (): Terminal => {
    const { quiet = false, verbose = false } = program.opts<{ quiet?: boolean; verbose?: boolean }>();
    return openTerminal({ quiet, verbose });
  };

  const act: Act = (load) => {
    return async (...words) => {
      // Commander passes the command itself last.
      const run = (await load()) as (...words: readonly unknown[]) => ExitCode | Promise<ExitCode>;
      finish(await run(...words.slice(0, -1), { terminal: terminal(), ...installation }));
    };
  };
  addPageCommands(program, act);
  addServerCommands(program, act);
  addUserCommands(program, act);
  addStudentCommands(program, act);
  program
    .command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action((shell: Shell) => {
      terminal().data(completionScript(program, shell));
      finish(EXIT.ok);
    });
  for (const command of leafCommands(program)) command.addHelpText("after", exampleHelp(fullName(command)));
  return program;
}

/** A defect needs its stack. */
function defect(error: unknown): CommandFailure {
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const isReader = name === "ReaderBroken";
  return new CommandFailure(
    EXIT.internal,
    isReader ? `the recogniser does not start: ${message}` : `an internal error, please report it: ${stack}`,
  );
}

function exitCodeHelp(): string {
  const lines = Object.entries(EXIT_WORDS).map(([code, words]) => `  ${code.padEnd(3)}  ${words}`);
  return `\nExit codes:\n${lines.join("\n")}`;
}

function exampleHelp(name: string): string {
  const lines = (EXAMPLES[name] ?? []).map(({ words, does }) => `  # ${does}\n  circuitgrade ${words}`);
  return `\nExamples:\n${lines.join("\n")}`;
}

function describeOption(option: Option): string {
  const words = new Help().optionDescription(option);
  return option.mandatory ? `${words} (required)` : words;
}
