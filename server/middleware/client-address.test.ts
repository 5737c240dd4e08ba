import { Hono } from "hono";
import { expect, it } from "vitest";
import type { AppEnv } from "../environment.ts";
import { clientAddress } from "./client-address.ts";

async function addressOf(connection: string, options: { forwarded?: string; proxies?: number } = {}): Promise<string> {
  const hono = new Hono<AppEnv>();
  hono.use(clientAddress(options.proxies ?? 0));
  hono.get("/", (c) => c.text(c.get("address")));
  const headers: Record<string, string> = options.forwarded ? { "x-forwarded-for": options.forwarded } : {};
  return (await hono.request("/", { headers }, { remoteAddr: { hostname: connection } })).text();
}

it("is the connection's, whatever the caller sends, if no proxy is trusted", async () => {
  expect(await addressOf("203.0.113.9")).toBe("203.0.113.9");
  expect(await addressOf("203.0.113.9", { forwarded: "1.2.3.4" })).toBe("203.0.113.9");
});

it("is what the outermost trusted proxy wrote", async () => {
  expect(await addressOf("10.0.0.1", { forwarded: "6.6.6.6, 203.0.113.9", proxies: 1 })).toBe("203.0.113.9");
  expect(await addressOf("10.0.0.1", { forwarded: "6.6.6.6, 203.0.113.9, 10.0.0.2", proxies: 2 })).toBe("203.0.113.9");
  expect(await addressOf("10.0.0.1", { proxies: 1 })).toBe("10.0.0.1");
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
])("counts %s as its whole network, since one host owns all of it", async (address, network) => {
  expect(await addressOf(address)).toBe(network);
});

it.each(["::ffff:203.0.113.9", "::FFFF:cb00:7109", "0:0:0:0:0:ffff:203.0.113.9"])(
  "counts %s as IPv4",
  async (address) => {
    expect(await addressOf(address)).toBe("203.0.113.9");
  },
);

it.each([
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:4711", "203.0.113.9"],
  ["[2001:db8::1]:4711", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
])("leaves out the port in %s, as each connection would be another caller", async (forwarded, address) => {
  expect(await addressOf("10.0.0.1", { forwarded, proxies: 1 })).toBe(address);
});
