import type { Command, Option } from "commander";
import { EXIT_WORDS } from "../../cli/exit-codes.ts";
import { headingAnchor } from "./heading-anchor.ts";

/** The whole command as Markdown, from the program itself: the text of `--help`, command by command. */
export function commandReference(program: Command): string {
  const commands = leaves(program).filter((command) => command.name() !== "help");
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
      (command) => `| [\`${nameOf(command)}\`](#${headingAnchor(headingOf(command))}) | ${command.description()} |`,
    ),
    "",
    "Every command also takes these options:",
    "",
    ...optionTable(program),
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

/** Commands that do something, each below its group: `user create`. */
function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leaves(child) : [child]));
}

function nameOf(command: Command): string {
  const above = command.parent?.parent ? `${command.parent.name()} ` : "";
  return `${above}${command.name()}`;
}

function headingOf(command: Command): string {
  return `circuitgrade ${nameOf(command)}`;
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
  ];
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
