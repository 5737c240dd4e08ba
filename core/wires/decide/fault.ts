/** What makes a circuit illegal, in the order of the numbers in `kernels/assembly/faults.ts`, where its penalties are. */
export const FAULT_KINDS = [
  "open-input",
  "extra-input",
  "no-output",
  "shorted",
  "undriven",
  "joined-inputs",
  "feedback",
  "lost-bubble",
] as const;

/** A legal circuit has every input driven once, no outputs joined and no feedback. */
export interface Fault {
  readonly kind: (typeof FAULT_KINDS)[number];
  readonly gate?: number;
  readonly net?: number;
}

/** Ends of one net that are this close are one pin, as a share of the gate's width across its direction. */
export const ONE_PIN = 0.2;
