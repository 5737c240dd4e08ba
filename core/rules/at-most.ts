import { z } from "zod";
import { textLength } from "./text-length.ts";

/** For a text's schema: at most `most` characters, counted by `textLength`. zod's `max` counts an emoji twice. */
export function atMost(most: number, message?: string): ReturnType<typeof z.maxLength> {
  const check = z.maxLength(most, message);
  const byUnits = check._zod.check;
  check._zod.check = (payload) => (textLength(payload.value as string) > most ? byUnits(payload) : undefined);
  return check;
}
