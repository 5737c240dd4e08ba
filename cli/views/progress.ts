import type { Terminal } from "../terminal.ts";

/** A progress line on the terminal. */
export interface Progress {
  update(done: number, total: number): void;
  /** Removes the line. */
  end(): void;
}

const CELLS = 24;

/** The bar for `done` of `total`: `██████░░░░ 3/5`. */
export function barText(done: number, total: number): string {
  const full = total === 0 ? 0 : Math.floor((done / total) * CELLS);
  return `${"█".repeat(full)}${"░".repeat(CELLS - full)} ${done}/${total} pages`;
}

/**
 * Starts the line `<task> ██░░ 3/5 pages` on stderr; if that is not a terminal, or with `--quiet`, nothing is drawn.
 */
export async function startProgress(terminal: Terminal, task: string): Promise<Progress> {
  if (!terminal.progress) return { update: () => {}, end: () => {} };
  const { default: ora } = await import("ora");
  // Ctrl-C must reach the command's own handler, which saves what was read.
  const color = process.env.NO_COLOR ? false : "cyan";
  const spinner = ora({ text: task, color, stream: process.stderr, discardStdin: false }).start();
  return {
    update: (done, total) => {
      spinner.text = `${task} ${barText(done, total)}`;
    },
    end: () => void spinner.stop(),
  };
}
