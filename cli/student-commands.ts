import type { Command } from "commander";
import type { Act } from "./act.ts";
import { studentId } from "./options.ts";

/** Adds `circuitgrade student …`: what a server that runs on this machine stores about one student. */
export function addStudentCommands(program: Command, act: Act): void {
  const student = program
    .command("student")
    .description("show, export or erase what a server that runs on this machine stores about one student");
  const command = (name: string, description: string) => {
    return student
      .command(name)
      .description(description)
      .argument("<id>", "the Student ID", studentId)
      .option("--data <dir>", "the server's data folder (DATA_DIR, by default data)");
  };
  const load = () => import("./commands/server/student.ts");

  command("show", "count what is stored about a student")
    .option("--json", "print the numbers as one JSON object")
    .action(act(async () => (await load()).runStudentShow));
  command("export", "write everything about a student into a ZIP: pages, readings, grades, comments, log")
    .requiredOption("--out <file>", "the ZIP to write, for example student.zip")
    .action(act(async () => (await load()).runStudentExport));
  command("erase", "erase a student for good, also in the trash; shows what goes, and asks for the ID again")
    .option("--yes", "do not ask")
    .action(act(async () => (await load()).runStudentErase));
}
