import type { Command, Option } from "commander";
import { EXIT_WORDS } from "../../cli/exit-codes.ts";
import { fullName, leafCommands } from "../../cli/help/command-tree.ts";
import { ENVIRONMENT } from "../../cli/help/environment.ts";
import { EXAMPLES } from "../../cli/help/examples.ts";
import { headingAnchor } from "./heading-anchor.ts";

/** The whole command as Markdown, from the program itself: the text of `--help`, command by command. */
export function commandReference(program: Command): string {
  const commands = leafCommands(program);
  const shared = sharedOptions(commands);
  return [
    "# The command",
    "",
    "<!-- Made by `npm run docs` from the program: change the words there. -->",
    "",
    `${program.description()} Data goes to stdout, messages go to stderr; \`NO_COLOR\` turns colours off.`,
    "",
    "| command | does |",
    "| --- | --- |",
    ...commands.map(
      (command) => `| [\`${fullName(command)}\`](#${headingAnchor(headingOf(command))}) | ${command.description()} |`,
    ),
    "",
    "Every command also takes these options:",
    "",
    ...visibleOptions(program).map(optionLine),
    "",
    "## Shared options",
    "",
    "The list of a command names those that it takes.",
    "",
    ...shared,
    "",
    "## Defaults and the man page",
    "",
    "`~/.config/circuitgrade/config.json` (`XDG_CONFIG_HOME`; on Windows in `%APPDATA%`; `CIRCUITGRADE_CONFIG` names another",
    "file) holds defaults of options by command. What is on the command line counts before them, and `--verbose` names the",
    "file:",
    "",
    "```json",
    '{ "grade": { "roster": "roster.csv", "jobs": 4 }, "feedback": { "format": "one-pdf" } }',
    "```",
    "",
    "`npm install -g` installs the man page; from the sources, `man docs/circuitgrade.1` shows it.",
    "",
    "## Environment variables",
    "",
    "| variable | |",
    "| --- | --- |",
    ...Object.entries(ENVIRONMENT).map(([name, words]) => `| \`${name}\` | ${words} |`),
    "",
    "## Exit codes",
    "",
    "| code | means |",
    "| --- | --- |",
    ...Object.entries(EXIT_WORDS).map(([code, words]) => `| ${code} | ${words} |`),
    "",
    ...commands.flatMap((command) => section(command, shared)),
  ].join("\n");
}

function headingOf(command: Command): string {
  return `circuitgrade ${fullName(command)}`;
}

/** A command's usage, arguments, own options and examples: what it does is in the table of commands. */
function section(command: Command, shared: ReadonlySet<string>): string[] {
  const words = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${text}>` : `[${text}]`;
  });
  const options = visibleOptions(command);
  const usage = [headingOf(command), ...words, ...(options.length > 0 ? ["[options]"] : [])].join(" ");
  const described = command.registeredArguments.map(
    (argument, index) => `- \`${words[index]}\`: ${argument.description}`,
  );
  const own = options.filter((option) => !shared.has(optionLine(option))).map(optionLine);
  const others = options.filter((option) => shared.has(optionLine(option))).map(({ long }) => `\`${long}\``);
  const listed = [
    ...described,
    ...own,
    ...(others.length > 0 ? [`- [shared](#shared-options): ${others.join(", ")}`] : []),
  ];
  return [
    `## ${headingOf(command)}`,
    "",
    "```",
    usage,
    "```",
    "",
    ...(listed.length > 0 ? [...listed, ""] : []),
    ...examples(fullName(command)),
  ];
}

function examples(name: string): string[] {
  const lines = (EXAMPLES[name] ?? []).flatMap(({ words, does }) => [`# ${does}`, `circuitgrade ${words}`]);
  return lines.length > 0 ? ["```sh", ...lines, "```", ""] : [];
}

/** Lines of options that several commands have in the same words: one for each option. */
function sharedOptions(commands: readonly Command[]): ReadonlySet<string> {
  const uses = new Map<string, string[]>();
  for (const option of commands.flatMap(visibleOptions)) {
    uses.set(option.flags, [...(uses.get(option.flags) ?? []), optionLine(option)]);
  }
  const commonest = [...uses.values()].map((lines) => {
    const count = (line: string): number => lines.filter((other) => other === line).length;
    return lines.toSorted((a, b) => count(b) - count(a)).find((line) => count(line) > 1);
  });
  return new Set(commonest.filter((line) => line !== undefined));
}

function visibleOptions(command: Command): readonly Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function optionLine(option: Option): string {
  return `- \`${option.flags}\`: ${says(option)}`;
}

function says({ description, mandatory, argChoices, defaultValue }: Option): string {
  const more = [
    ...(mandatory ? ["must be given"] : []),
    ...(argChoices ? [`one of ${argChoices.map((choice) => `\`${choice}\``).join(", ")}`] : []),
    ...(defaultValue === undefined ? [] : [`by default \`${defaultValue}\``]),
  ];
  return more.length > 0 ? `${description} (${more.join("; ")})` : description;
}
