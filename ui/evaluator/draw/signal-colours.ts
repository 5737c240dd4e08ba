/** Colours of the values in a row of the truth table, distinguishable for colour-blind readers. */
export const SIGNAL_COLOURS = { one: "#d55e00", zero: "#0072b2", unknown: "#8b8d98", wrong: "#d00000" } as const;
