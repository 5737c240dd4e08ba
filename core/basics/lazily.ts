/**
 * A function that makes its value at the first call and gives the same one to all later calls. If making it fails, the
 * next call tries again.
 *
 * @example
 * const words = lazily(async () => new Set(["and", "or"]));
 * (await words()) === (await words()); // true
 */
export function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    if (made !== null) return made;
    const attempt = make();
    made = attempt;
    attempt.catch(() => {
      made = null;
    });
    return attempt;
  };
}
