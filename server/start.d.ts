declare module "*/start.mjs" {
  /** Environment variables that the server may see. */
  export const PASSED_VARIABLES: readonly string[];

  type Variables = Readonly<Record<string, string | undefined>>;

  /** Paths that the program needs in addition to those of its settings. */
  interface Paths {
    readonly readable?: readonly string[];
    readonly writable?: readonly string[];
  }

  /** Deno's options: permissions above all. `hosts` are those of single sign-on. */
  export function denoFlags(variables: Variables, others?: Paths & { readonly hosts?: readonly string[] }): string[];

  /** The same for a process that inspects uploads. */
  export const FONT_SCOPES: readonly string[];
  export function inspectorFlags(variables: Readonly<Record<string, string | undefined>>): string[];

  /** The path of the program that runs the server. */
  export function denoBinary(): string;

  interface Starting {
    /** Ends the server; without it, signals to this process do. */
    readonly stop?: AbortSignal;
    /** A file descriptor for what the server prints. */
    readonly output?: number;
  }

  /** Starts the server under Deno and returns its exit code. */
  export function startServer(variables?: Variables, starting?: Starting): Promise<number>;

  /** Lets the server's program check or repair the data of a server that is not running, and returns its exit code. */
  export function careForData(
    task: "doctor" | "restore" | "check-backup" | "export-corrections",
    options: object,
    settings?: Paths & { readonly variables?: Variables },
  ): Promise<number>;
}
