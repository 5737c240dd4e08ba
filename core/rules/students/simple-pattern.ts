/** Choices in a pattern: each multiplies the time that matching a text of 32 characters takes by at most 32. */
const MOST_CHOICES = 4;

/** A piece of a regular expression that this file tells apart; it is known to be valid. */
const PIECE = /\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||(?:[*+?]|\{[\d,]*\})\??|./gsu;

/**
 * Whether a regular expression matches any text of an ID's length quickly: it makes at most four choices (`*`, `+`, `?`,
 * `{2,4}`, `(a|b)`) and repeats none. JavaScript's engine backtracks to each choice, which can take years where choices
 * are nested.
 *
 * @example
 * isSimplePattern("[A-Z]{2}[0-9]{6,8}"); // true
 * isSimplePattern("([0-9]+)+X"); // false
 */
export function isSimplePattern(pattern: string): boolean {
  /** Of each open group, whether it contains a choice or a repetition, and alternatives. */
  const groups = [{ isComplex: false, hasBar: false }];
  let closed: boolean | null = null;
  let choices = 0;
  for (const [piece] of pattern.matchAll(PIECE)) {
    const group = groups.at(-1)!;
    const isRepetition = /^(?:[*+?]|\{)/.test(piece);
    if (isRepetition) {
      if (closed) return false;
      group.isComplex = true;
      if (!/^\{\d+\}/.test(piece)) choices++;
    }
    closed = null;
    if (piece.startsWith("(")) groups.push({ isComplex: false, hasBar: false });
    if (piece === "|" && !group.hasBar) choices++;
    if (piece === "|") group.hasBar = true;
    if (piece === ")") {
      groups.pop();
      closed = group.isComplex || group.hasBar;
      if (closed) groups.at(-1)!.isComplex = true;
    }
  }
  return choices <= MOST_CHOICES;
}
