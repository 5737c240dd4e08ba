import { z } from "zod";
import { withoutTurns } from "../basics/shown-name.ts";
import { atMost } from "./at-most.ts";

/** A text that others read next to their own: at most `most` characters, none of which turns the direction of others. */
export function freeText(most: number) {
  return z.string().check(z.overwrite(withoutTurns), atMost(most));
}
