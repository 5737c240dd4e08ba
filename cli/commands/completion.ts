import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { completionScript, type Shell } from "../help/completion.ts";
import type { Terminal } from "../terminal.ts";

/** `circuitgrade completion SHELL`: the script for the shell, to stdout. */
export function runCompletion(shell: Shell, { program, terminal }: { program: Command; terminal: Terminal }): ExitCode {
  terminal.data(completionScript(program, shell));
  return EXIT.ok;
}
