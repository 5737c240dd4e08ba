import type { Command, Option } from "commander";
import { fullName, leafCommands, shownOptions } from "./command-tree.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that completes the program's commands, options and choices in a shell; other words are completed as files. */
export function completionScript(program: Command, shell: Shell): string {
  return { bash, zsh, fish }[shell](program);
}

/** What may follow each command: its options, and its groups' commands. */
function tree(program: Command): { name: string; words: string[]; options: readonly Option[] }[] {
  const own = shownOptions(program);
  return [
    { name: "", words: program.commands.map((command) => command.name()), options: own },
    ...groupsOf(program).map((group) => ({
      name: group.name(),
      words: group.commands.map((each) => each.name()),
      options: [],
    })),
    ...leafCommands(program).map((command) => ({
      name: fullName(command),
      words: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      options: [...shownOptions(command), ...own.filter(({ long }) => long !== "--help" && long !== "--version")],
    })),
  ];
}

function flags({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

function bash(program: Command): string {
  const all = tree(program);
  const cases = all.map(({ name, words, options }) => {
    return `    "${name}") words="${[...words, ...options.flatMap(flags)].join(" ")}" ;;`;
  });
  const choices = all.flatMap(({ name, options }) =>
    options.flatMap((option) => {
      if (!option.argChoices) return [];
      return [`    "${name} ${option.long}") words="${option.argChoices.join(" ")}" ;;`];
    }),
  );
  // An option with a value is followed by a file or a number, not by another option.
  const valued = [...new Set(all.flatMap(({ options }) => options.filter(takesValue).flatMap(flags)))];
  return `# circuitgrade completion bash
_circuitgrade() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" words="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case " ${program.commands.map((command) => command.name()).join(" ")} " in
      *" \${COMP_WORDS[index]} "*) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  case "$command" in
    ${groupsOf(program)
      .map((group) => group.name())
      .join(" | ")})
      if ((index + 1 < COMP_CWORD)); then command="$command \${COMP_WORDS[index+1]}"; fi ;;
  esac
  case "$command" in
${cases.join("\n")}
  esac
  case " ${valued.join(" ")} " in
    *" $before "*) words="" ;;
  esac
  case "$command $before" in
${choices.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default 2> /dev/null; fi
}
complete -F _circuitgrade circuitgrade
`;
}

function groupsOf(program: Command): Command[] {
  return program.commands.filter(({ commands }) => commands.length > 0);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function zsh(program: Command): string {
  const all = tree(program);
  const list = (words: readonly { name: string; text: string }[]) => {
    return words.map(({ name, text }) => zshQuoted(`${name}:${text}`)).join(" ");
  };
  const named = (commands: readonly Command[]) => {
    return commands.map((command) => ({ name: command.name(), text: summaryOf(command) }));
  };
  const groups = groupsOf(program);
  const cases = all
    .filter(({ name }) => name !== "" && !groups.some((group) => group.name() === name))
    .map(({ name, words, options }) => {
      const specs = options.map(zshSpec);
      const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
      return `    ${zshQuoted(name)}) _arguments ${[...specs, rest].join(" ")} ;;`;
    });
  return `#compdef circuitgrade
# circuitgrade completion zsh
_circuitgrade() {
  local -a commands; commands=(${list(named(program.commands))})
  if ((CURRENT == 2)); then _describe command commands; return; fi
  local command="$words[2]"; shift words; ((CURRENT--))
  case "$command" in
${groups
  .map((group) => {
    const own = `local -a own; own=(${list(named(group.commands))})`;
    return `    ${group.name()}) if ((CURRENT == 2)); then ${own}; _describe command own; return; fi
      command="$command $words[2]"; shift words; ((CURRENT--)) ;;`;
  })
  .join("\n")}
  esac
  case "$command" in
${cases.join("\n")}
  esac
}
_circuitgrade "$@"
`;
}

function zshSpec(option: Option): string {
  const value = option.argChoices
    ? `:value:(${option.argChoices.join(" ")})`
    : takesValue(option)
      ? ":value:_files"
      : "";
  const text = option.description.replace(/[[\]:]/g, " ");
  return zshQuoted(`${option.long}[${text}]${value}`);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fish(program: Command): string {
  const top = program.commands.map((command) => {
    return `complete -c circuitgrade -n __fish_use_subcommand -a ${command.name()} -d ${fishQuoted(summaryOf(command))}`;
  });
  const nested = program.commands.flatMap((group) =>
    group.commands.map((command) => {
      return `complete -c circuitgrade -n '__fish_seen_subcommand_from ${group.name()}' -a ${command.name()} -d ${fishQuoted(summaryOf(command))}`;
    }),
  );
  const options = leafCommands(program).flatMap((command) => {
    const path = fullName(command).split(" ");
    const when = path.map((name) => `__fish_seen_subcommand_from ${name}`).join("; and ");
    const words = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    const choices = words.length > 0 ? [`complete -c circuitgrade -n '${when}' -f -a '${words.join(" ")}'`] : [];
    return [...choices, ...shownOptions(command).map((option) => fishOption(option, when))];
  });
  return ["# circuitgrade completion fish", ...top, ...nested, ...options, ""].join("\n");
}

function fishOption(option: Option, when: string): string {
  const value = option.argChoices ? ` -x -a '${option.argChoices.join(" ")}'` : takesValue(option) ? " -r" : "";
  const short = option.short ? ` -s ${option.short.slice(1)}` : "";
  const name = ` -l ${option.long?.slice(2)}`;
  return `complete -c circuitgrade -n '${when}'${short}${name}${value} -d ${fishQuoted(option.description)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** What a command does, up to the first stop. */
function summaryOf(command: Command): string {
  return command.description().split(/[:;(]/)[0]!.trim();
}
