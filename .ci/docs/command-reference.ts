import type { Command, Option } from "commander";
import { EXIT_WORDS } from "../../cli/exit-codes.ts";
import { fullName, leafCommands } from "../../cli/help/command-tree.ts";
import { ENVIRONMENT } from "../../cli/help/environment.ts";
import { EXAMPLES } from "../../cli/help/examples.ts";
import { headingAnchor } from "./heading-anchor.ts";

/** The whole command as Markdown, from the program itself: the text of `--help`, command by command. */
export function commandReference(program: Command): string {
  const commands = leafCommands(program);
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
    ...optionTable(program),
    "",
    "## Defaults, completion and the man page",
    "",
    "`~/.config/circuitgrade/config.json` (`XDG_CONFIG_HOME`; on Windows in `%APPDATA%`; `CIRCUITGRADE_CONFIG` names another",
    "file) holds defaults of options by command. What is on the command line counts before them, and `--verbose` names the",
    "file:",
    "",
    "```json",
    '{ "grade": { "roster": "roster.csv", "jobs": 4 }, "feedback": { "format": "one-pdf" } }',
    "```",
    "",
    "`circuitgrade completion bash` (`zsh`, `fish`) prints a script that completes commands and options. `npm install -g`",
    "installs the man page; from the sources, `man docs/circuitgrade.1` shows it.",
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
    ...commands.flatMap((command) => section(command)),
  ].join("\n");
}

function headingOf(command: Command): string {
  return `circuitgrade ${fullName(command)}`;
}

function section(command: Command): string[] {
  const words = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${text}>` : `[${text}]`;
  });
  const options = command.options.filter(({ hidden }) => !hidden);
  const usage = [headingOf(command), ...words, ...(options.length > 0 ? ["[options]"] : [])].join(" ");
  const described = command.registeredArguments.map(
    (argument, index) => `| \`${words[index]}\` | ${cell(argument.description)} |`,
  );
  return [
    `## ${headingOf(command)}`,
    "",
    sentence(command.description()),
    "",
    "```",
    usage,
    "```",
    "",
    ...(described.length > 0 ? ["| argument | is |", "| --- | --- |", ...described, ""] : []),
    ...(options.length > 0 ? [...optionTable(command), ""] : []),
    ...examples(fullName(command)),
  ];
}

function examples(name: string): string[] {
  const lines = (EXAMPLES[name] ?? []).flatMap(({ words, does }) => [`# ${does}`, `circuitgrade ${words}`]);
  return lines.length > 0 ? ["```sh", ...lines, "```", ""] : [];
}

function optionTable(command: Command): string[] {
  const rows = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => `| \`${option.flags}\` | ${says(option)} |`);
  return ["| option | does |", "| --- | --- |", ...rows];
}

function says({ description, mandatory, argChoices, defaultValue }: Option): string {
  const more = [
    ...(mandatory ? ["must be given"] : []),
    ...(argChoices ? [`one of ${argChoices.map((choice) => `\`${choice}\``).join(", ")}`] : []),
    ...(defaultValue === undefined ? [] : [`by default \`${defaultValue}\``]),
  ];
  return cell(more.length > 0 ? `${description} (${more.join("; ")})` : description);
}

/** A bar would end the table's cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
