import type { Decision } from "./decision.ts";

/** The options of all decisions in flat arrays, because a search reads them thousands of times; -1 means none. */
export interface CompiledOptions {
  /** For each decision the index of its first option. */
  readonly first: Int32Array;
  /** For each decision its wire end's line. */
  readonly edge: Int32Array;
  readonly cost: Float64Array;
  /** Pairs of lines, one after the other: those of an option begin at its `linksFrom`, and end at the next one's. */
  readonly links: Int32Array;
  readonly linksFrom: Int32Array;
  readonly meets: Int32Array;
  readonly loose: Int32Array;
  /** 1 for an end that is left free. */
  readonly free: Uint8Array;
  readonly gate: Int32Array;
  readonly isOutput: Uint8Array;
  readonly bubble: Int32Array;
  readonly across: Float64Array;
}

export function compileOptions(decisions: readonly Decision[]): CompiledOptions {
  const all = decisions.flatMap(({ options }) => options);
  let next = 0;
  const first = Int32Array.from(decisions, ({ options }) => {
    next += options.length;
    return next - options.length;
  });
  const linked = all.map(({ links }) => links.flat());
  const linksFrom = new Int32Array(all.length + 1);
  linked.forEach((lines, option) => {
    linksFrom[option + 1] = linksFrom[option]! + lines.length;
  });
  return {
    first,
    edge: Int32Array.from(decisions, ({ edge = -1 }) => edge),
    cost: Float64Array.from(all, ({ cost }) => cost),
    links: Int32Array.from(linked.flat()),
    linksFrom,
    meets: Int32Array.from(all, ({ meets = -1 }) => meets),
    loose: Int32Array.from(all, ({ loose = -1 }) => loose),
    free: Uint8Array.from(all, ({ free }) => (free === true ? 1 : 0)),
    gate: Int32Array.from(all, ({ pin }) => pin?.gate ?? -1),
    isOutput: Uint8Array.from(all, ({ pin }) => (pin?.role === "output" ? 1 : 0)),
    bubble: Int32Array.from(all, ({ pin }) => pin?.bubble ?? -1),
    across: Float64Array.from(all, ({ pin }) => pin?.across ?? 0),
  };
}
