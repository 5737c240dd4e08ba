import type { Command } from "commander";
import type { Act } from "./act.ts";
import { identityOption, includeUnconfirmedOption, pagesOption, tokenFileOption } from "./options.ts";

/** Adds the commands that start a server, talk to one or look after its data. */
export function addServerCommands(program: Command, act: Act): void {
  program
    .command("review")
    .description("settle the queue of results in the web product on this machine alone, and fill in review.csv")
    .argument("<dir>", "the folder that grade --out wrote")
    .option("--no-open", "print the link, and open no browser")
    .addOption(pagesOption())
    .action(act(async () => (await import("./commands/server/review.ts")).runReview));
  program
    .command("pull")
    .description("fetch a task with its roster and keys from a server, to grade without it")
    .argument("<task>", "the task's id, or the address of its page in the web")
    .requiredOption("--out <dir>", "the folder for task.json, roster.csv and, later, the results")
    .option("--server <url>", "the server (CIRCUITGRADE_SERVER, by default that of the page's address)")
    .addOption(tokenFileOption())
    .action(act(async () => (await import("./commands/server/pull.ts")).runPull));
  program
    .command("push")
    .description("send pages and grades of a pulled task to its server; grades given in the web are kept")
    .argument("<dir>", "the folder that pull and grade --out wrote")
    .option("--results <dir>", "the folder of the results, if it is another one")
    .addOption(pagesOption())
    .option("--preview", "show what would change, and change nothing")
    .option("--overwrite", "replace grades and pages that are different in the web")
    .option("--json", "print what happened to each page as one JSON object")
    .addOption(tokenFileOption())
    .addOption(includeUnconfirmedOption())
    .action(act(async () => (await import("./commands/server/push.ts")).runPush));
  program
    .command("serve")
    .description("start the web server; its settings are environment variables, named in docs/installing.md")
    .option("--host <host>", "listen on this address (HOST, by default 127.0.0.1: this machine only)")
    .option("--port <port>", "listen on this port (PORT, by default 8080)")
    .option("--data <dir>", "keep everything in this folder (DATA_DIR, by default data)")
    .action(act(async () => (await import("./commands/server/serve.ts")).runServe));
  program
    .command("backup")
    .description("write everything that a running server stores into one archive")
    .requiredOption("--out <file>", "the archive to write, for example backup.tar.gz")
    .option("--data <dir>", "the server's data folder (DATA_DIR, by default data)")
    .action(act(async () => (await import("./commands/server/backup.ts")).runBackup));
  program
    .command("check-backup")
    .description("check that an archive of circuitgrade backup, or a scheduled one, can be restored; changes no data")
    .argument("<archive>", "the archive")
    .addOption(identityOption())
    .action(act(async () => (await import("./commands/server/check-backup.ts")).runCheckBackup));
  program
    .command("restore")
    .description(
      "check an archive of circuitgrade backup and put it into an empty data folder, or into one whose database is lost; in that case, also add what was handed in after the backup",
    )
    .argument("<archive>", "the archive")
    .addOption(identityOption())
    .option("--erasures <file>", "who was erased since (by default circuitgrade-erasures.jsonl next to the archive)")
    .option("--data <dir>", "the data folder (DATA_DIR, by default data)")
    .action(act(async () => (await import("./commands/server/restore.ts")).runRestore));
  program
    .command("doctor")
    .description("check a stopped server's data: database, files, models, disk, mail, clock; repair what you ask for")
    .option("--data <dir>", "the server's data folder (DATA_DIR, by default data)")
    .option("--recover", "add hand-ins that are recorded next to the files and that the database does not know")
    .option("--adopt", "make the files belong to this database, if they belong to another one")
    .option("--export <dir>", "write every picture with its record into this new folder; needs no database")
    .option("--json", "print what was found as one JSON object")
    .action(act(async () => (await import("./commands/server/doctor.ts")).runDoctor));
  program
    .command("export-corrections")
    .description(
      "write the gates, letters and wires that people confirmed or corrected, without names and IDs, to train the recognition; asks first; the server must be stopped",
    )
    .requiredOption("--out <dir>", "the new folder to write")
    .option("--seen <file>", "own-paper.csv of an earlier run, with yes or no next to each drawing on own paper")
    .option("--data <dir>", "the server's data folder (DATA_DIR, by default data)")
    .option("--yes", "do not ask")
    .action(act(async () => (await import("./commands/server/export-corrections.ts")).runExportCorrections));
}
