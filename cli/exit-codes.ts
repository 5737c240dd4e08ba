/** The command's exit codes: a contract with scripts that call it. */
export const EXIT = {
  /** Everything was processed. */
  ok: 0,
  /** Done, but some pages need review. `compare`: the expressions differ. */
  review: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** An input or the task was not found. */
  notFound: 3,
  /** Nothing could be processed. */
  nothing: 4,
  /** A defect of the program or of its surroundings. */
  internal: 5,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected end of a command: words for stderr and the exit code that goes with them. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
