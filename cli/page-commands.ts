import { type Command, Option } from "commander";
import { DEFAULT_CERTAINTY } from "../core/rules/certainty.ts";
import { PICTURE_FORMATS } from "../core/rules/limits.ts";
import type { Act } from "./act.ts";
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

/** Adds the commands that need no server: from pages to grades, and what is made of grades. */
export function addPageCommands(program: Command, act: Act): void {
  addGrading(program, act);
  addInspection(program, act);
  addHandingOut(program, act);
}

/** From pages to grades. */
function addGrading(program: Command, act: Act): void {
  program
    .command("read")
    .description("read pages: gates, inputs, outputs, expressions, truth tables, problems")
    .argument("<path...>", `pictures (${PICTURE_FORMATS}), PDF files, and folders and ZIP files of them`)
    .option("--json", "print one JSON object")
    .option("--annotate <dir>", "write each page as PNG with its boxes, wires and names into this folder")
    .option("--stages <dir>", "write what each stage of the reading saw and why it decided so into this folder")
    .addOption(jobsOption())
    .action(act(async () => (await import("./commands/read.ts")).runRead));
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
    .action(act(async () => (await import("./commands/grade.ts")).runGrade));
  program
    .command("merge")
    .description("write the results of pages that grade --part has read, as one run would write them")
    .argument("<part...>", "the folders that grade --part --out wrote, all N of them")
    .requiredOption("--out <dir>", "the folder for the results: a new or empty one")
    .option("--json", "print results.json as well")
    .action(act(async () => (await import("./commands/merge.ts")).runMerge));
}

/** What expressions and drawings are, and which are alike. */
function addInspection(program: Command, act: Act): void {
  program
    .command("truth")
    .description("print an expression's truth table")
    .argument("<expression>", 'for example "A ^ B | (C & ~A)"')
    .option("--json", "print one JSON object")
    .action(act(async () => (await import("./commands/truth.ts")).runTruth));
  program
    .command("compare")
    .description("say whether two expressions are the same function (exit 0) or differ (exit 1), and where first")
    .argument("<a>", "an expression")
    .argument("<b>", "another one")
    .option("--json", "print one JSON object")
    .action(act(async () => (await import("./commands/compare.ts")).runCompare));
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
    .action(act(async () => (await import("./commands/netlist.ts")).runNetlist));
  program
    .command("similar")
    .description("find drawings that are too alike: groups of pages, with a score (exit 1 if there are any)")
    .argument("<path...>", `pictures (${PICTURE_FORMATS}), PDF files, and folders and ZIP files of them`)
    .option("--json", "print one JSON object")
    .option("--margin <number>", "how far apart partners may be, in mm and percent (default: 5)", percent)
    .addOption(jobsOption())
    .action(act(async () => (await import("./commands/similar.ts")).runSimilar));
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
    .action(act(async () => (await import("./commands/copies.ts")).runCopies));
}

/** What leaves for students and gradebooks. */
function addHandingOut(program: Command, act: Act): void {
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
    .action(act(async () => (await import("./commands/gradebook.ts")).runGradebook));
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
    .action(act(async () => (await import("./commands/feedback.ts")).runFeedback));
  addListOptions(
    program
      .command("template")
      .description("write a task's printable template, a PDF")
      .requiredOption("--task <task.json>", "the task")
      .requiredOption("--out <file>", "the PDF to write")
      .option("--personal <roster.csv>", "a page for each student and item, with name, ID and a signed QR code"),
  )
    .option("--origin <url>", "the server that the QR code's link leads to", "https://circuitgrade.invalid")
    .action(act(async () => (await import("./commands/template.ts")).runTemplate));
}
