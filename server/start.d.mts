/** Environment variables that the server may see. */
export const PASSED_VARIABLES: readonly string[];

/** What Deno is told: permissions above all. */
export function denoFlags(variables: Readonly<Record<string, string | undefined>>): string[];

/** Starts the server under Deno, passes signals on to it and gives its exit code. */
export function startServer(variables?: Readonly<Record<string, string | undefined>>): Promise<number>;
