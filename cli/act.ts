import type { ExitCode } from "./exit-codes.ts";
import type { Installation } from "./reading/reading-pool.ts";
import type { Terminal } from "./terminal.ts";

/** What a command gets after its arguments and options. */
export interface Surroundings extends Installation {
  readonly terminal: Terminal;
}

/** The action of a command, whose code is loaded when it runs. */
export type Act = (
  load: () => Promise<(...words: never[]) => ExitCode | Promise<ExitCode>>,
) => (...words: unknown[]) => Promise<void>;
