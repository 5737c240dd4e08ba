import { execFile } from "node:child_process";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { groupBy } from "../../core/basics/group-by.ts";
import { licenceOf } from "./licences.ts";
import { listDependencies, type SbomComponent } from "./list-dependencies.ts";

const run = promisify(execFile);

/** The number and size of the packages that are installed here to run the program. */
export interface InstalledSize {
  readonly packages: number;
  /** Decimal. */
  readonly megabytes: number;
}

/** docs/dependencies.md: each package that is needed to run, by its licence. */
export async function dependenciesDocument(installed: InstalledSize): Promise<string> {
  const { components } = await listDependencies({ production: true });
  const groups = [...groupBy(components, (component) => licenceOf(component) ?? "unknown")];
  const rows = groups
    .sort(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .map(([licence, packages]) => [licence, namesOf(packages)] as const)
    .map(([licence, names]) => `| ${licence} | ${names.length} | ${names.join(", ")} |`);
  return `# Packages

The npm packages that are needed to run CircuitGrade, on any platform, by their licence (SPDX). \`npm run docs\` makes this
page from \`npm sbom --omit=dev --package-lock-only\`; \`package-lock.json\` has the versions. \`npm run check\` fails if a
package, also of those for development, names no licence or one that is not in \`.ci/dependencies/licences.ts\`.

${sizeLine(installed)}

What \`npm run package\` makes contains this list as \`sbom.cdx.json\` (CycloneDX, with a hash for each package) and the texts
of the licences in \`licences/\`; how large it is, is in [installing.md](installing.md#one-file).

| licence | packages | which |
| --- | --- | --- |
${rows.join("\n")}
`;
}

/** The only line that depends on the machine. */
export function sizeLine({ packages, megabytes }: InstalledSize): string {
  return `Installed on linux-x64 by \`npm ci --omit=dev\`: ${packages} packages, ${megabytes} MB (files in the folders that \`npm ls
--omit=dev --all --parseable\` names).`;
}

/** Their names, each once: `package-lock.json` has the versions. */
function namesOf(packages: readonly SbomComponent[]): readonly string[] {
  return [...new Set(packages.map(({ name }) => name))].sort();
}

/** Measures what is installed in this folder. */
export async function measureInstalled(): Promise<InstalledSize> {
  const words = ["ls", "--omit=dev", "--all", "--parseable"];
  const { stdout } = await run("npm", words, { maxBuffer: 64 * 1024 ** 2 });
  const [, ...folders] = stdout.trim().split("\n");
  const sizes = await Promise.all(folders.map(sizeOf));
  return { packages: folders.length, megabytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6) };
}

/** Bytes of a package's own files, without the packages in its `node_modules`. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    if (entry.isDirectory()) return entry.name === "node_modules" ? 0 : sizeOf(join(folder, entry.name));
    return entry.isFile() ? (await lstat(join(folder, entry.name))).size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
