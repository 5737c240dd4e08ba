import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A list of packages as CycloneDX has it (https://cyclonedx.org/docs/1.5/json/): what is used here of it. */
export interface Sbom {
  readonly components: readonly SbomComponent[];
}

export interface SbomComponent {
  readonly name: string;
  readonly version: string;
  /** Empty or missing if the package does not name its licence. */
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/**
 * What `npm sbom` lists from `package-lock.json`, for all platforms: with `production`, only what is needed to run. The
 * same lock gives the same list: the time and the random number that npm adds are left out.
 */
export async function listDependencies({ production }: { production: boolean }): Promise<Sbom> {
  const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { stdout } = await run("npm", production ? [...words, "--omit=dev"] : words, { maxBuffer: 64 * 1024 ** 2 });
  const { serialNumber: _, metadata, ...list } = JSON.parse(stdout);
  const { timestamp: __, ...lasting } = metadata;
  // npm takes the name from the folder.
  return { ...list, metadata: { ...lasting, component: { ...lasting.component, name: "circuitgrade" } } };
}
