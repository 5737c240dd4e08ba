import { constants, getPriority, setPriority } from "node:os";

/**
 * Lets a process that was just started go behind others, by `steps` of nice, or to the last place if there are fewer
 * left; 0 is the caller: on Linux its thread, elsewhere its process.
 */
export function stepBack(pid, steps) {
  try {
    // A program that was started with `nice` has fewer steps left, and the system refuses more than there are.
    setPriority(pid, Math.min(getPriority(pid) + steps, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may forbid it: the work is done anyway.
  }
}
