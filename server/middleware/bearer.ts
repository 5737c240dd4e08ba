import { timingSafeEqual } from "node:crypto";
import type { RequestContext } from "../environment.ts";

/** Whether the request carries this secret as `Authorization: Bearer …`. */
export function carriesBearer(c: RequestContext, secret: string): boolean {
  const given = Buffer.from(c.req.header("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
