/** How a command speaks: data to stdout, words to stderr. */
export interface Terminal {
  /** Data: the only thing that reaches stdout. */
  data(text: string): void;
  /** Words about the work; silent with `--quiet`. */
  say(text: string): void;
  /** What went wrong; never silent. */
  warn(text: string): void;
  readonly style: Styler;
  readonly quiet: boolean;
  /** True where a progress line can be drawn: stderr is a screen and `--quiet` was not given. */
  readonly progress: boolean;
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Colours a text for stdout, where stdout is a screen that wants colour. */
export type Styler = (style: keyof typeof SGR, text: string) => string;

/** The terminal of this process. Colours go by `NO_COLOR` and by whether stdout is a screen. */
export function openTerminal(options: { quiet: boolean }): Terminal {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  return {
    data: (text) => void process.stdout.write(text),
    say: (text) => void (options.quiet || process.stderr.write(`${text}\n`)),
    warn: (text) => void process.stderr.write(`${text}\n`),
    style: (style, text) => (colour ? `\u001b[${SGR[style]}m${text}\u001b[0m` : text),
    quiet: options.quiet,
    progress: process.stderr.isTTY === true && !options.quiet,
  };
}

/** Ends quietly where the reader of stdout has gone (`circuitgrade … | head`). */
export function endOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}
