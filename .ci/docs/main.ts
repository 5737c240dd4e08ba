import { writeFile } from "node:fs/promises";
import { chdir } from "node:process";
import { fileURLToPath } from "node:url";
import { manPage } from "../../cli/help/man-page.ts";
import { buildProgram } from "../../cli/main.ts";
import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { dependenciesDocument, measureInstalled } from "../dependencies/document.ts";
import { commandReference } from "./command-reference.ts";
import { writePipelinePictures } from "./pipeline-pictures.ts";

// npm run docs: everything in docs/ that is made by programs, except the screens of ui/e2e.
chdir(fileURLToPath(new URL("../..", import.meta.url)));
process.env.ORT_DISABLE_TELEMETRY = "1";
const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
await writeFile("docs/command.md", commandReference(program));
await writeFile("docs/circuitgrade.1", manPage(program, { version: PROGRAM_VERSION }));
await writeFile("docs/dependencies.md", await dependenciesDocument(await measureInstalled()));
await writePipelinePictures("docs/pipeline");
