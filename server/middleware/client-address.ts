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

/** What some proxies write: `203.0.113.9:4711` and `[2001:db8::1]:4711`. */
const WITH_PORT = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/;

/**
 * The caller that rates count. One household or host owns a whole /64 of IPv6 addresses, so these count as networks; an
 * IPv4 address is the same however it is written.
 *
 * @example
 * network("2001:0DB8::1"); // "2001:db8:0:0::/64"
 * network("::ffff:203.0.113.9"); // "203.0.113.9"
 */
export function network(text: string): string {
  const [, inBrackets, dotted] = WITH_PORT.exec(text) ?? [];
  const address = (inBrackets ?? dotted ?? text).replace(/%.*$/, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const groups = [...left, ...zeros, ...right];
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return `${groups.slice(0, 4).join(":")}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
}
