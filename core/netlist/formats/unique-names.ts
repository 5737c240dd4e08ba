export interface NameRules {
  /** What a name becomes in the format, before it is made unique. */
  readonly clean: (name: string) => string;
  /** Two names with the same key are one name to the format: lower case if it ignores case. */
  readonly key: (name: string) => string;
  readonly isReserved: (name: string) => boolean;
}

/** Hands out names of a format; a name that is taken or reserved gets a number. */
export interface UniqueNames {
  take(wish: string): string;
}

/**
 * Names for one file, each handed out once.
 *
 * @example
 * const names = uniqueNames(VERILOG_NAMES);
 * [names.take("OUT 1"), names.take("OUT-1"), names.take("wire")]; // ["OUT_1", "OUT_1_2", "wire_2"]
 */
export function uniqueNames({ clean, key, isReserved }: NameRules): UniqueNames {
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return {
    take(wish) {
      const base = clean(wish);
      let name = base;
      while (taken.has(key(name)) || isReserved(name)) {
        const number = (lastNumber.get(key(base)) ?? 1) + 1;
        lastNumber.set(key(base), number);
        name = `${base}_${number}`;
      }
      taken.add(key(name));
      return name;
    },
  };
}
