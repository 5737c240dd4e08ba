/** Which output each key may have. */
export interface Fits {
  readonly keys: number;
  readonly outputs: number;
  readonly fits: (key: number, output: number) => boolean;
}

/**
 * Gives as many keys as possible an output of their own that fits: first those at their own position, then any that is
 * free. Where rows do not matter an output may fit several keys; then keys move to other outputs to make room for more
 * (augmenting paths of a bipartite matching). Null for a key without an output.
 *
 * @example
 * assignOutputs({ keys: 2, outputs: 2, fits: (key, output) => key === 0 || output === 0 }); // [1, 0]
 */
export function assignOutputs({ keys, outputs, fits }: Fits): (number | null)[] {
  const outputOf = new Array<number | null>(keys).fill(null);
  const keyOf = new Array<number | null>(outputs).fill(null);

  function give(key: number, output: number): boolean {
    outputOf[key] = output;
    keyOf[output] = key;
    return true;
  }

  function makeRoom(key: number, tried: Set<number>): boolean {
    for (let output = 0; output < outputs; output += 1) {
      if (tried.has(output) || !fits(key, output)) continue;
      tried.add(output);
      const holder = keyOf[output]!;
      if (holder === null || makeRoom(holder, tried)) return give(key, output);
    }
    return false;
  }

  const waiting = () => [...outputOf.keys()].filter((key) => outputOf[key] === null);
  for (let key = 0; key < Math.min(keys, outputs); key += 1) if (fits(key, key)) give(key, key);
  for (const key of waiting()) {
    const output = keyOf.findIndex((holder, candidate) => holder === null && fits(key, candidate));
    if (output >= 0) give(key, output);
  }
  for (const key of waiting()) makeRoom(key, new Set());
  return outputOf;
}
