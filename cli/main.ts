import { Argument, type Command, CommanderError, Help, Option } from "commander";
import { DEFAULT_CERTAINTY } from "../core/rules/certainty.ts";
import { PICTURE_FORMATS } from "../core/rules/limits.ts";
import { PROGRAM_VERSION } from "../core/rules/program-version.ts";
import type { CopiesOptions } from "./commands/copies.ts";
import type { FeedbackOptions } from "./commands/feedback.ts";
import type { GradeOptions } from "./commands/grade.ts";
import type { GradebookOptions } from "./commands/gradebook.ts";
import type { MergeOptions } from "./commands/merge.ts";
import type { NetlistOptions } from "./commands/netlist.ts";
import type { ReadOptions } from "./commands/read.ts";
import type { SimilarOptions } from "./commands/similar.ts";
import type { TemplateOptions } from "./commands/template.ts";
import { applyConfig } from "./config-file.ts";
import { CommandFailure, commandFailure, EXIT, EXIT_WORDS, type ExitCode } from "./exit-codes.ts";
import { fullName, leafCommands } from "./help/command-tree.ts";
import { SHELLS, type Shell } from "./help/completion.ts";
import { EXAMPLES } from "./help/examples.ts";
import { SuggestingCommand } from "./help/suggesting-command.ts";
import {
  certainty,
  chance,
  includeUnconfirmedOption,
  jobsOption,
  pageNumber,
  part,
  percent,
  restoreZerosOption,
} from "./options.ts";
import { addServerCommands } from "./server-commands.ts";
import { addStudentCommands } from "./student-commands.ts";
import { endOnClosedPipe, openTerminal, type Terminal } from "./terminal.ts";
import { addUserCommands } from "./user-commands.ts";

/** What the launcher knows about the program's files. */
export interface Installation {
  /** The JavaScript of a reading worker. */
  readonly workerUrl: URL;
}

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

  program
    .command("read")
    .description("read pages: gates, inputs, outputs, expressions, truth tables, problems")
    .argument("<path...>", `pictures (${PICTURE_FORMATS}), PDF files, and folders and ZIP files of them`)
    .option("--json", "print one JSON object")
    .option("--annotate <dir>", "write each page as PNG with its boxes, wires and names into this folder")
    .addOption(jobsOption())
    .action(async (paths: string[], options: ReadOptions) => {
      const { runRead } = await import("./commands/read.ts");
      finish(await runRead(paths, options, { terminal: terminal(), ...installation }));
    });
  program
    .command("grade")
    .description("grade pages against a task's keys and write grades.csv, results.json, review.csv and report.html")
    .argument(
      "<path...>",
      "scanned stacks of personal templates, files named like 12345678_quiz[1].png, folders or ZIP files",
    )
    .requiredOption("--task <task.json>", "the task with its answer keys")
    .option("--roster <roster.csv>", "the enrolled students: a table (CSV, .xlsx, .ods) with student_id, name, email")
    .addOption(restoreZerosOption())
    .option("--assign <pages.csv>", "says whose pages they are: file,page,student_id,item (fill in review.csv)")
    .option("--corrections <corrections.json>", "what people have corrected of the pages in the web, as pull writes it")
    .option(
      "--certainty <percent>",
      `how sure the machine must be of full marks to grade a page without you; of fewer points it must be surer (default: ${DEFAULT_CERTAINTY})`,
      certainty,
    )
    .option(
      "--decisions <groups.csv>",
      "one grade and comment for all pages of a group: item,group,grade,comment (fill in groups.csv)",
    )
    .option(
      "--preview",
      "show what would change in the folder's results (other keys, decisions, assignments or pages), and write nothing",
    )
    .option("--hide-names", "make a report without IDs and names, in another order; names.csv says who is who")
    .option("--out <dir>", "the folder for the results", "grades")
    .addOption(jobsOption())
    .option(
      "--resume",
      "keep the pages that an earlier run into the same folder has read, and take what was filled into its review.csv",
    )
    .addOption(
      new Option("--part <K/N>", "read only the K-th of N parts of the pages, such as 2/3; merge writes the results")
        .argParser(part)
        .conflicts(["preview", "json"]),
    )
    .option("--json", "print results.json as well")
    .action(async (paths: string[], options: GradeOptions) => {
      const { runGrade } = await import("./commands/grade.ts");
      finish(await runGrade(paths, options, { terminal: terminal(), ...installation }));
    });
  program
    .command("merge")
    .description("write the results of pages that grade --part has read, as one run would write them")
    .argument("<part...>", "the folders that grade --part --out wrote, all N of them")
    .requiredOption("--out <dir>", "the folder for the results: a new or empty one")
    .option("--json", "print results.json as well")
    .action(async (folders: string[], options: MergeOptions) => {
      const { runMerge } = await import("./commands/merge.ts");
      finish(await runMerge(folders, options, { terminal: terminal() }));
    });
  program
    .command("truth")
    .description("print an expression's truth table")
    .argument("<expression>", 'for example "A ^ B | (C & ~A)"')
    .option("--json", "print one JSON object")
    .action(async (expression: string, options: { json?: boolean }) => {
      const { runTruth } = await import("./commands/truth.ts");
      finish(runTruth(expression, { ...options, terminal: terminal() }));
    });
  program
    .command("compare")
    .description("say whether two expressions are the same function (exit 0) or differ (exit 1), and where first")
    .argument("<a>", "an expression")
    .argument("<b>", "another one")
    .option("--json", "print one JSON object")
    .action(async (a: string, b: string, options: { json?: boolean }) => {
      const { runCompare } = await import("./commands/compare.ts");
      finish(runCompare([a, b], { ...options, terminal: terminal() }));
    });
  program
    .command("netlist")
    .description("print a page's netlist")
    .argument("<page>", `a picture (${PICTURE_FORMATS}) or PDF file`)
    .addOption(
      new Option("--format <format>", "LTspice schematic, Verilog module or JSON")
        .choices(["asc", "verilog", "json"])
        .makeOptionMandatory(),
    )
    .option("--page <number>", "the page of a PDF", pageNumber, 1)
    .option("--out <file>", "write it to this file")
    .action(async (page: string, options: NetlistOptions) => {
      const { runNetlist } = await import("./commands/netlist.ts");
      finish(await runNetlist(page, options, { terminal: terminal(), ...installation }));
    });
  program
    .command("similar")
    .description("find drawings that are too alike: groups of pages, with a score (exit 1 if there are any)")
    .argument("<path...>", `pictures (${PICTURE_FORMATS}), PDF files, and folders and ZIP files of them`)
    .option("--json", "print one JSON object")
    .option("--margin <number>", "how far apart partners may be, in mm and percent (default: 5)", percent)
    .addOption(jobsOption())
    .action(async (paths: string[], options: SimilarOptions) => {
      const { runSimilar } = await import("./commands/similar.ts");
      finish(await runSimilar(paths, options, { terminal: terminal(), ...installation }));
    });
  program
    .command("copies")
    .description(
      "find drawings that look copied, beyond the same right answer: pairs and groups (exit 1 if there are any)",
    )
    .argument("<path...>", "pages, folders and ZIP files of them, or folders that grade or copies --out wrote")
    .option("--earlier <folder...>", "pages or results of earlier terms, to compare the new drawings with them as well")
    .option("--chance <number>", "show pairs of which chance alone gives at most this many (default: 0.2)", chance)
    .option("--out <dir>", "write copies.csv, copies.html (side by side) and drawings.json into this folder")
    .option("--json", "print one JSON object")
    .addOption(jobsOption())
    .action(async (paths: string[], options: CopiesOptions) => {
      const { runCopies } = await import("./commands/copies.ts");
      finish(await runCopies(paths, options, { terminal: terminal(), ...installation }));
    });
  program
    .command("gradebook")
    .description(
      "fill the grades of a results folder into a gradebook of Canvas, Moodle, Brightspace or Blackboard, or another " +
        "table (without one: plain CSV)",
    )
    .argument("[file]", "the gradebook as it was exported, a CSV file")
    .requiredOption("--results <dir>", "the folder that grade --out wrote")
    .option("--column <name>", "the column for the grades, if its name is not the task's title")
    .option("--id-column <name>", "the column with the Student IDs, for a table of another kind")
    .option("--preview", "say what would be filled in, and write nothing")
    .option("--out <file>", "write the filled gradebook to this file")
    .option("--json", "print what was filled and what was not as one JSON object")
    .addOption(includeUnconfirmedOption())
    .action(async (file: string | undefined, options: GradebookOptions) => {
      const { runGradebook } = await import("./commands/gradebook.ts");
      finish(await runGradebook(file, options, { terminal: terminal() }));
    });
  program
    .command("feedback")
    .description("write each student's feedback with the annotated pages")
    .requiredOption("--results <dir>", "the folder that grade --out wrote")
    .requiredOption("--out <dir>", "the folder for the feedback")
    .addOption(
      new Option("--format <format>", "one file per student, or one PDF to print")
        .choices(["pdf", "html", "one-pdf"])
        .default("pdf"),
    )
    .addOption(includeUnconfirmedOption())
    .action(async (options: FeedbackOptions) => {
      const { runFeedback } = await import("./commands/feedback.ts");
      finish(await runFeedback(options, { terminal: terminal() }));
    });
  program
    .command("template")
    .description("write a task's printable template, a PDF")
    .requiredOption("--task <task.json>", "the task")
    .requiredOption("--out <file>", "the PDF to write")
    .option("--personal <roster.csv>", "a page for each student and item, with name, ID and a signed QR code")
    .addOption(restoreZerosOption())
    .option("--origin <url>", "the server that the QR code's link leads to", "https://circuitgrade.invalid")
    .action(async (options: TemplateOptions) => {
      const { runTemplate } = await import("./commands/template.ts");
      finish(await runTemplate(options, { terminal: terminal(), ...installation }));
    });
  addServerCommands(program, { finish, terminal });
  addUserCommands(program, { finish, terminal });
  addStudentCommands(program, { finish, terminal });
  program
    .command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action(async (shell: Shell) => {
      const { runCompletion } = await import("./commands/completion.ts");
      finish(runCompletion(shell, { program, terminal: terminal() }));
    });
  for (const command of leafCommands(program)) command.addHelpText("after", exampleHelp(fullName(command)));
  return program;
}

/** A defect needs its stack. */
function defect(error: unknown): CommandFailure {
  return new CommandFailure(EXIT.internal, defectText(error));
}

function defectText(error: unknown): string {
  if (!(error instanceof Error)) return `an internal error: ${error}`;
  if (error.name === "ReaderBroken") return `the recogniser does not start: ${error.message}`;
  return `an internal error, please report it: ${error.stack ?? error.message}`;
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
