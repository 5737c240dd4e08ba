import { isSameHash } from "../adapters/keyed-hash.ts";
import type { RequestContext } from "../environment.ts";

/** Whether the request carries this secret as `Authorization: Bearer …`. */
export function carriesBearer(c: RequestContext, secret: string): boolean {
  return isSameHash(c.req.header("authorization") ?? "", `Bearer ${secret}`);
}
