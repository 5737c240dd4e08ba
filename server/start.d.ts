declare module "*/start.mjs" {
  /** Environment variables that the server may see. */
  export const PASSED_VARIABLES: readonly string[];

  type Variables = Readonly<Record<string, string | undefined>>;

  /** Paths that the program needs besides those of its settings. */
  interface Paths {
    readonly readable?: readonly string[];
    readonly writable?: readonly string[];
  }

  /** What Deno is told: permissions above all. */
  export function denoFlags(variables: Variables, paths?: Paths): string[];

  /** The same for a process that looks into uploads. */
  export function inspectorFlags(variables: Readonly<Record<string, string | undefined>>): string[];

  /** Where the program lies that runs the server. */
  export function denoBinary(): string;

  /** Starts the server under Deno, passes signals on to it and gives its exit code. */
  export function startServer(variables?: Variables): Promise<number>;

  /** Lets the server's program check or mend the data of a server that does not run, and gives its exit code. */
  export function careForData(
    task: "doctor" | "restore",
    options: object,
    settings?: Paths & { readonly variables?: Variables },
  ): Promise<number>;
}
