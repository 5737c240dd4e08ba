/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seeded generator, so that every rendering can be made again. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  range(low: number, high: number): number;
  normal(): number;
}

/** The generator that belongs to `key`. */
export function seededRandom(key: string): Random {
  let seed = 2166136261;
  for (let i = 0; i < key.length; i++) seed = Math.imul(seed ^ key.charCodeAt(i), 16777619);
  const next = generator(seed);
  function range(low: number, high: number): number {
    return low + (high - low) * next();
  }
  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  }
  return { next, range, normal };
}

/** One of `values`, each as likely. */
export function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[Math.floor(random.range(0, values.length))]!;
}
