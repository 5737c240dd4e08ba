import type { z } from "zod";
import { ERROR_PAGES } from "./contract/error-pages.ts";
import { Refusal } from "./refusal.ts";
import { refuseNul } from "./refuse-nul.ts";

/** A part of a request, as its schema gives it. An invalid ID names nothing: 404 like any unknown ID. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: "path" | "query" | "body",
): z.output<Schema> {
  refuseNul(value, part);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (part === "path") throw new Refusal(404, { code: "not-found", message: ERROR_PAGES["404"].message });
  const issues = parsed.error.issues.map(({ path, message }) => {
    return { code: "invalid", field: path.map(String).join("."), message };
  });
  throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message, issues });
}
