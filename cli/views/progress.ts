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
 * How long the rest takes, if it goes on as before: empty until enough is done to tell.
 *
 * @example
 * timeLeft({ done: 10, total: 40, begun: 0, seconds: 20 }); // ", about 1 min left"
 */
export function timeLeft(so: {
  readonly done: number;
  readonly total: number;
  /** What was done already at the beginning, from an earlier run. */
  readonly begun: number;
  readonly seconds: number;
}): string {
  const work = so.done - so.begun;
  if (work < 3 || so.seconds < 3 || so.done >= so.total) return "";
  const left = (so.seconds / work) * (so.total - so.done);
  return left < 55
    ? `, about ${Math.ceil(left / 10) * 10} s left`
    : `, about ${durationText(Math.round(left / 60))} left`;
}

function durationText(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
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
  let [start, begun] = [0, 0];
  return {
    update: (done, total) => {
      // Pages of an earlier run come in at once, before the first one is read.
      if (start === 0 || Date.now() - start < 200) [start, begun] = [start || Date.now(), done];
      const seconds = (Date.now() - start) / 1000;
      spinner.text = `${task} ${barText(done, total)}${timeLeft({ done, total, begun, seconds })}`;
    },
    end: () => void spinner.stop(),
  };
}
