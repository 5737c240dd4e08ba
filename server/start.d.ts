declare module "*/start.mjs" {
  /** Environment variables that the server may see. */
  export const PASSED_VARIABLES: readonly string[];

  /** What Deno is told: permissions above all. */
  export function denoFlags(variables: Readonly<Record<string, string | undefined>>): string[];

  /** Where the program lies that runs the server. */
  export function denoBinary(): string;

  /** Starts the server under Deno, passes signals on to it and gives its exit code. */
  export function startServer(variables?: Readonly<Record<string, string | undefined>>): Promise<number>;
}
