import type { Command, Option } from "commander";
import { EXIT_WORDS } from "../exit-codes.ts";
import { fullName, leafCommands, shownOptions } from "./command-tree.ts";
import { ENVIRONMENT } from "./environment.ts";
import { EXAMPLES } from "./examples.ts";

/** `circuitgrade(1)` in the language of man (roff), from the program. */
export function manPage(program: Command, { version }: { readonly version: string }): string {
  return [
    `.TH CIRCUITGRADE 1 "" "circuitgrade ${roff(version)}" "User Commands"`,
    ".SH NAME",
    `circuitgrade \\- ${roff("read hand-drawn logic circuits and grade them")}`,
    ".SH SYNOPSIS",
    ".B circuitgrade",
    ".I command",
    "[\\fIoption\\fR ...] [\\fIargument\\fR ...]",
    ".SH DESCRIPTION",
    roff(program.description()),
    "Data goes to stdout, messages go to stderr.",
    ".SH OPTIONS",
    ...shownOptions(program).flatMap(optionLines),
    ".SH COMMANDS",
    ...leafCommands(program).flatMap(commandLines),
    ".SH EXIT STATUS",
    ...Object.entries(EXIT_WORDS).flatMap(([code, words]) => [".TP", `.B ${code}`, roff(words)]),
    ".SH ENVIRONMENT",
    ...Object.entries(ENVIRONMENT).flatMap(([name, words]) => [".TP", `.B ${name}`, roff(words)]),
    ".SH FILES",
    ".TP",
    ".I ~/.config/circuitgrade/config.json",
    "Defaults of options, by command.",
    "",
  ].join("\n");
}

function commandLines(command: Command): string[] {
  const words = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? " ..." : ""}`;
    return argument.required ? text : `[${text}]`;
  });
  const examples = EXAMPLES[fullName(command)] ?? [];
  return [
    `.SS "${roff([fullName(command), ...words].join(" "))}"`,
    roff(command.description()),
    ...command.registeredArguments.flatMap((argument) => {
      return [".TP", `.I ${roff(argument.name())}`, roff(argument.description)];
    }),
    ...shownOptions(command).flatMap(optionLines),
    ...examples.flatMap(({ words: typed, does }) => [
      ".PP",
      `${roff(does)}:`,
      ".RS 4",
      ".nf",
      roff(`circuitgrade ${typed}`),
      ".fi",
      ".RE",
    ]),
  ];
}

function optionLines(option: Option): string[] {
  return [".TP", `.B ${roff(option.flags)}`, roff(option.description)];
}

/**
 * Without what roff would take for a command: backslashes, hyphens that would become dashes, dots and quotes at the
 * start.
 */
function roff(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq").replaceAll("~", "\\(ti");
  return escaped.replaceAll("^", "\\(ha").replace(/^(?=[.'])/, "\\&");
}
