/** What an output should compute. */
export interface KeyText {
  readonly expression: string;
  /**
   * A list of minterms, which decides if it is there: the expression is then a short one that matches it, since it cannot
   * say which rows do not matter, or is longer than people may type.
   */
  readonly minterms?: string | null | undefined;
}

/** The text that says what a key asks for. */
export function keyText({ expression, minterms }: KeyText): string {
  return minterms || expression;
}
