import { isIPv6 } from "node:net";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../environment.ts";

/**
 * Sets `address`: the connection's, or, behind `trustedProxies` proxies, the one that the outermost of them wrote into
 * X-Forwarded-For. Entries further left come from the caller and are not trusted.
 */
export function clientAddress(trustedProxies: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const connection = c.env?.remoteAddr?.hostname ?? "unknown";
    const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
    const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined;
    c.set("address", network(told || connection));
    await next();
  };
}

/** One household or host owns a whole /64 of IPv6 addresses, so rates count networks, not single addresses. */
export function network(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
