import { type Command, Option } from "commander";
import { DEFAULT_CERTAINTY } from "../core/rules/certainty.ts";
import { PICTURE_FORMATS } from "../core/rules/limits.ts";
import type { CopiesOptions } from "./commands/copies.ts";
import type { FeedbackOptions } from "./commands/feedback.ts";
import type { GradeOptions } from "./commands/grade.ts";
import type { GradebookOptions } from "./commands/gradebook.ts";
import type { MergeOptions } from "./commands/merge.ts";
import type { NetlistOptions } from "./commands/netlist.ts";
import type { ReadOptions } from "./commands/read.ts";
import type { SimilarOptions } from "./commands/similar.ts";
import type { TemplateOptions } from "./commands/template.ts";
import {
  addListOptions,
  certainty,
  chance,
  includeUnconfirmedOption,
  jobsOption,
  pageNumber,
  part,
  percent,
} from "./options.ts";
import type { Installation } from "./reading/reading-pool.ts";
import type { Run } from "./user-commands.ts";

/** Adds the commands that need no server: from pages to grades, and what is made of grades. */
export function addPageCommands(program: Command, run: Run & Installation): void {
  addRead(program, run);
  addGrade(program, run);
  addMerge(program, run);
  addTruth(program, run);
  addCompare(program, run);
  addNetlist(program, run);
  addSimilar(program, run);
  addCopies(program, run);
  addGradebook(program, run);
  addFeedback(program, run);
  addTemplate(program, run);
}

function addRead(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
  program
    .command("read")
    .description("read pages: gates, inputs, outputs, expressions, truth tables, problems")
    .argument("<path...>", `pictures (${PICTURE_FORMATS}), PDF files, and folders and ZIP files of them`)
    .option("--json", "print one JSON object")
    .option("--annotate <dir>", "write each page as PNG with its boxes, wires and names into this folder")
    .option("--stages <dir>", "write what each stage of the reading saw and why it decided so into this folder")
    .addOption(jobsOption())
    .action(async (paths: string[], options: ReadOptions) => {
      const { runRead } = await import("./commands/read.ts");
      finish(await runRead(paths, options, { terminal: terminal(), ...installation }));
    });
}

function addGrade(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
  addListOptions(
    program
      .command("grade")
      .description("grade pages against a task's keys and write grades.csv, results.json, review.csv and report.html")
      .argument(
        "<path...>",
        "scanned stacks of personal templates, files named like 12345678_quiz[1].png, folders or ZIP files",
      )
      .requiredOption("--task <task.json>", "the task with its answer keys")
      .option(
        "--roster <roster.csv>",
        "the enrolled students: a table (CSV, .xlsx, .ods) with student_id, name, email",
      ),
  )
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
}

function addMerge(program: Command, { finish, terminal }: Run): void {
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
}

function addTruth(program: Command, { finish, terminal }: Run): void {
  program
    .command("truth")
    .description("print an expression's truth table")
    .argument("<expression>", 'for example "A ^ B | (C & ~A)"')
    .option("--json", "print one JSON object")
    .action(async (expression: string, options: { json?: boolean }) => {
      const { runTruth } = await import("./commands/truth.ts");
      finish(runTruth(expression, { ...options, terminal: terminal() }));
    });
}

function addCompare(program: Command, { finish, terminal }: Run): void {
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
}

function addNetlist(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
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
}

function addSimilar(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
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
}

function addCopies(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
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
}

function addGradebook(program: Command, { finish, terminal }: Run): void {
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
}

function addFeedback(program: Command, { finish, terminal }: Run): void {
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
}

function addTemplate(program: Command, { finish, terminal, ...installation }: Run & Installation): void {
  addListOptions(
    program
      .command("template")
      .description("write a task's printable template, a PDF")
      .requiredOption("--task <task.json>", "the task")
      .requiredOption("--out <file>", "the PDF to write")
      .option("--personal <roster.csv>", "a page for each student and item, with name, ID and a signed QR code"),
  )
    .option("--origin <url>", "the server that the QR code's link leads to", "https://circuitgrade.invalid")
    .action(async (options: TemplateOptions) => {
      const { runTemplate } = await import("./commands/template.ts");
      finish(await runTemplate(options, { terminal: terminal(), ...installation }));
    });
}
