/** The exit codes that the command promises: see `cli/exit-codes.ts`. */
export const CARE_EXIT = { ok: 0, review: 1, usage: 2, notFound: 3, nothing: 4, permission: 6, diskFull: 7 } as const;

export type CareExit = (typeof CARE_EXIT)[keyof typeof CARE_EXIT];

/** An expected failure of an administrator's command, with a message that says what to do. */
export class CareFailure extends Error {
  override readonly name = "CareFailure";
  readonly exitCode: CareExit;

  constructor(exitCode: CareExit, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
