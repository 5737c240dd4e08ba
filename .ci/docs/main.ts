import { writeFile } from "node:fs/promises";
import { chdir } from "node:process";
import { fileURLToPath } from "node:url";
import { buildProgram } from "../../cli/main.ts";
import { commandReference } from "./command-reference.ts";
import { writePipelinePictures } from "./pipeline-pictures.ts";

// npm run docs: everything in docs/ that is made by programs, except the screens of ui/e2e.
chdir(fileURLToPath(new URL("../..", import.meta.url)));
process.env.ORT_DISABLE_TELEMETRY = "1";
const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
await writeFile("docs/command.md", commandReference(program));
await writePipelinePictures("docs/pipeline");
