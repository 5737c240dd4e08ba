import type { Command } from "commander";
import type { StudentEraseOptions, StudentExportOptions, StudentShowOptions } from "./commands/server/student.ts";
import { studentId } from "./options.ts";
import type { Run } from "./user-commands.ts";

/** Adds `circuitgrade student …`: what a server that runs on this machine stores about one student. */
export function addStudentCommands(program: Command, { finish, terminal }: Run): void {
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
    .action(async (id: string, options: StudentShowOptions) => {
      finish(await (await load()).runStudentShow(id, options, { terminal: terminal() }));
    });
  command("export", "write everything about a student into a ZIP: pages, readings, grades, comments, log")
    .requiredOption("--out <file>", "the ZIP to write, for example student.zip")
    .action(async (id: string, options: StudentExportOptions) => {
      finish(await (await load()).runStudentExport(id, options, { terminal: terminal() }));
    });
  command("erase", "erase a student for good, also in the trash; shows what goes, and asks for the ID again")
    .option("--yes", "do not ask")
    .action(async (id: string, options: StudentEraseOptions) => {
      finish(await (await load()).runStudentErase(id, options, { terminal: terminal() }));
    });
}
