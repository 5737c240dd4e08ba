/** The command's exit codes: a contract with scripts that call it. */
export const EXIT = {
  /** Everything was processed. */
  ok: 0,
  /** Done, but a person should look. `compare`: the expressions differ. */
  review: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** An input or the task was not found. */
  notFound: 3,
  /** Nothing could be processed. */
  nothing: 4,
  /** A defect of the program or of its surroundings. */
  internal: 5,
  /** The system does not allow to read or write something. */
  permission: 6,
  /** The disk, or the user's share of it, is full. */
  diskFull: 7,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What each code means, for the help and docs/command.md. */
export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  0: "all processed; compare: the same function",
  1: "done, but a person should look: pages to review, drawings too alike, pages, students or grades that were left out; compare: different functions",
  2: "called wrongly, or a file that must be corrected",
  3: "an input, task, roster or server was not found",
  4: "nothing could be processed",
  5: "an internal error",
  6: "no permission to read or write a file or folder",
  7: "the disk is full",
  130: "interrupted by Ctrl-C",
};

/** An expected failure of a command: a message for stderr and its exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The failure for a wrong file that was named on the command line: one line for each error. */
export function mustBeCorrected(path: string, ...reasons: readonly string[]): CommandFailure {
  return new CommandFailure(EXIT.usage, [`${path} must be corrected:`, ...reasons].join("\n  "));
}

/**
 * The expected failure that an error means, or null if it is a defect: what the system refuses (a full disk, a folder
 * without rights) is explained by its message.
 */
export function commandFailure(error: unknown): CommandFailure | null {
  if (error instanceof CommandFailure) return error;
  if (!(error instanceof Error) || !("syscall" in error)) return null;
  const code = "code" in error ? String(error.code) : "";
  const exitCode = SYSTEM_CODES[code] ?? EXIT.internal;
  return new CommandFailure(exitCode, `the system refused: ${error.message}${ADVICE[code] ?? ""}`);
}

const FULL = ". The disk is full: free some space, then run the same command again.";

const ADVICE: Readonly<Record<string, string>> = {
  EROFS: ". Nothing can be written there: name a folder on another disk.",
  ENOSPC: FULL,
  EDQUOT: FULL,
};

/** The system's names of the refusals that have a separate code. */
const SYSTEM_CODES: Readonly<Record<string, ExitCode>> = {
  EACCES: EXIT.permission,
  EPERM: EXIT.permission,
  EROFS: EXIT.permission,
  ENOSPC: EXIT.diskFull,
  EDQUOT: EXIT.diskFull,
};
