import { z } from "zod";
import { idSchema } from "./common.ts";

/** Who gets an account by signing up: anyone of the domain, the same after an administrator's approval, or nobody. */
export const SIGN_UPS = ["open", "approve", "closed"] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** What every page may know about this installation. */
export const siteResponse = z.object({
  /** The only domain whose addresses may sign up; null: none, and administrators create accounts with any address. */
  university_domain: z.string().nullable(),
  /** Whether the first administrator chooses it. */
  asks_domain: z.boolean(),
  sign_up: z.enum(SIGN_UPS),
  /** Single sign-on: how people call its provider, and whether the provider answered last time; null: there is none. */
  sign_on: z.object({ name: z.string(), reachable: z.boolean() }).nullable(),
  /** Whether accounts can be used with a password. */
  local_passwords: z.boolean(),
  /** Whether mails reach people; otherwise they stay on the server's machine. */
  mails: z.boolean(),
  support_email: z.string(),
  /** Where the university's own manual is. */
  manual_url: z.string().nullable(),
  /** For dates: 'Asia/Manila'. */
  timezone: z.string(),
});
export type Site = z.infer<typeof siteResponse>;

/** The OpenAPI document, from `server/openapi`. */
export const openApiResponse = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

export const healthResponse = z.object({ status: z.literal("ok") });

/** The parts of the server that it needs to do its work. */
export const readinessParts = z.object({
  database: z.boolean(),
  files: z.boolean(),
  /** Threads that read pages, with their models. */
  readers: z.boolean(),
});
export type ReadinessParts = z.infer<typeof readinessParts>;

export const readyResponse = z.object({ status: z.literal("ready"), parts: readinessParts });

/** `since` is the `answeredAt` of the page that listens. */
export const eventsQuery = z.object({ since: z.coerce.number().optional() });

/** The events of GET /events: one JSON object per event. They only say that a page must ask again for what it shows. */
export const liveEventSchema = z.discriminatedUnion("type", [
  /** Something changed after `since`, before the stream began. */
  z.object({ type: z.literal("missed") }),
  z.object({ type: z.literal("notification") }),
  /** What was read of a task's pages changed, and nothing in the list of tasks. */
  z.object({ type: z.literal("analysis"), task_id: idSchema }),
  /** Anything else of a task changed. */
  z.object({ type: z.literal("task"), task_id: idSchema }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
