import { setTimeout } from "node:timers/promises";

/**
 * Resolves after what has arrived meanwhile had a turn of the event loop. Not `setImmediate`: under Deno, requests wait
 * while one immediate follows another.
 */
export function nextTurn(): Promise<void> {
  return setTimeout(0);
}
