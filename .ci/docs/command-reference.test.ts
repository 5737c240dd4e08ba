import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, it } from "vitest";
import { manPage } from "../../cli/help/man-page.ts";
import { buildProgram } from "../../cli/main.ts";
import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { commandReference } from "./command-reference.ts";

it("docs/command.md matches the program", async () => {
  const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
  const written = await readFile("docs/command.md", "utf8");
  expect(written, 'Run "npm run docs" after a change of the command.').toBe(commandReference(program));
});

it("docs/circuitgrade.1 is what the program says", async () => {
  const program = buildProgram({ workerUrl: new URL("none:") }, () => undefined);
  const written = await readFile("docs/circuitgrade.1", "utf8");
  expect(written, 'Run "npm run docs" after a change of the command.').toBe(
    manPage(program, { version: PROGRAM_VERSION }),
  );
});

it("is named by a list in package.json: npm 11 installs no man page that is named by a text", async () => {
  expect(JSON.parse(await readFile("package.json", "utf8")).man).toEqual(["docs/circuitgrade.1"]);
});

it("has a section for each command, also within groups, with arguments, options and their defaults", () => {
  const program = new Command("circuitgrade").description("Reads.").option("-q, --quiet", "no words");
  const user = program.command("user");
  user
    .command("create")
    .description("create an account")
    .argument("<email>", "an address | or two")
    .argument("[more...]", "others")
    .requiredOption("--name <name>", "the name", "nobody")
    .option("--data <dir>", "the folder")
    .option("--json", "the account as JSON");
  user.command("list").option("--data <dir>", "the folder").option("--json", "all accounts as JSON");
  const text = commandReference(program);
  expect(text).toContain("| [`user create`](#circuitgrade-user-create) | create an account |");
  expect(text).toContain("- `-q, --quiet`: no words");
  expect(text).toContain("those that it takes.\n\n- `--data <dir>`: the folder\n\n## ");
  expect(text).toContain(
    `## circuitgrade user create

\`\`\`
circuitgrade user create <email> [more...] [options]
\`\`\`

- \`<email>\`: an address | or two
- \`[more...]\`: others
- \`--name <name>\`: the name (must be given; by default \`nobody\`)
- \`--json\`: the account as JSON
- [shared](#shared-options): \`--data\`
`,
  );
  expect(text).toContain("## Exit codes\n\n| code | means |\n| --- | --- |\n| 0 | all processed;");
});
