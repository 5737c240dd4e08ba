import { fstatSync, writeSync } from "node:fs";
import { encodeText, type TextEncoding } from "../core/rules/files/text-encoding.ts";
import { type CommandFailure, EXIT } from "./exit-codes.ts";

/** A command's output: data to stdout, messages to stderr. */
export interface Terminal {
  /** Data: the only thing that is written to stdout; to a file or another program in this encoding, by default UTF-8. */
  data(text: string, encoding?: TextEncoding): void;
  /** Messages about the work; silent with `--quiet`. */
  say(text: string): void;
  /** Details; silent without `--verbose`. */
  detail(text: string): void;
  /** Errors and warnings; never silent. */
  warn(text: string): void;
  readonly style: Styler;
  readonly quiet: boolean;
  /** True if a progress line can be drawn: stderr is a terminal and `--quiet` was not given. */
  readonly progress: boolean;
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Colours a text for stdout, if stdout is a terminal with colours. */
export type Styler = (style: keyof typeof SGR, text: string) => string;

/** The terminal of this process. Colours depend on `NO_COLOR` and on whether stdout is a terminal. */
export function openTerminal(options: { quiet: boolean; verbose?: boolean }): Terminal {
  const isScreen = process.stdout.isTTY === true;
  const colour = isScreen && !process.env.NO_COLOR;
  return {
    data(text, encoding = "utf-8") {
      if (isScreen) return void process.stdout.write(harmless(text));
      const bytes = encodeText(text, encoding)!;
      if (isFileLike()) writeAll(bytes);
      else process.stdout.write(bytes);
    },
    say: (text) => void (options.quiet || process.stderr.write(`${harmless(text)}\n`)),
    detail: (text) => void (options.verbose && process.stderr.write(`${harmless(text)}\n`)),
    warn: (text) => void process.stderr.write(`${harmless(text)}\n`),
    style: (style, text) => (colour ? `\u001b[${SGR[style]}m${text}\u001b[0m` : text),
    quiet: options.quiet,
    // Some consoles report no width, and drawing the line would never end.
    // Details would break the line.
    progress: process.stderr.isTTY === true && process.stderr.columns > 0 && !options.quiet && !options.verbose,
  };
}

/** Control characters, and those that turn the direction of what follows. */
const ACTING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes control characters, except for line ends and colours: a file's name must not move the cursor, type, or look
 * otherwise than it is.
 *
 * @example
 * harmless("\u001b]0;title\u0007.png"); // "\\x1b]0;title\\x07.png"
 */
export function harmless(text: string): string {
  return text.replace(ACTING, (found, at: number) => {
    const isColour = found === "\u001b" && /^\[\d{1,2}m/.test(text.slice(at + 1, at + 5));
    if (found === "\n" || found === "\t" || isColour) return found;
    const code = found.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
  });
}

const STDOUT = 1;

function isFileLike(): boolean {
  const stats = fstatSync(STDOUT);
  return stats.isFile() || (stats.isCharacterDevice() && process.stdout.isTTY !== true);
}

/** Node's own stream writes what fits on a full disk, and does not report the rest. */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at);
}

/**
 * Ends quietly if the reader of stdout is gone (`circuitgrade … | head`), otherwise as
 * `failureOf` the error says. If messages can no longer be written, the work continues.
 */
export function endOnClosedPipe(failureOf: (error: Error) => CommandFailure): void {
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    const { message, exitCode } = failureOf(error);
    process.stderr.write(`circuitgrade: ${message}\n`);
    process.exit(exitCode);
  });
}
