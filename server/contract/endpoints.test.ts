import { readdirSync } from "node:fs";
import { parse } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ADDRESSES } from "./addresses.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "./endpoints.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** The table's parts, as the folder has them. */
const parts = await Promise.all(
  readdirSync(new URL("endpoints", import.meta.url))
    .filter((file) => file !== "endpoint.ts")
    .map(async (file) => Object.values((await import(`./endpoints/${parse(file).name}.ts`)) as Record<string, object>)),
);

describe("ENDPOINTS", () => {
  it("has every call of its parts, each name and each address once", () => {
    const names = parts.flat().flatMap((part) => Object.keys(part));
    expect([...names].sort()).toEqual([...NAMES].sort());
    const addresses = NAMES.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`);
    expect(new Set(addresses).size).toBe(NAMES.length);
  });

  it.each(NAMES)("has schemas for exactly the parameters in the path of %s, and one kind of body", (name) => {
    const { path, params, body, form }: Endpoint = ENDPOINTS[name];
    const inSchema = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    expect(inSchema).toEqual([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
    expect(body !== undefined && form !== undefined).toBe(false);
  });
});

describe("ADDRESSES", () => {
  it("is reduced to methods and paths by the build", () => {
    expect(JSON.parse(JSON.stringify(ADDRESSES))).toEqual(ADDRESSES);
    expect(Object.keys(ADDRESSES)).toEqual(NAMES);
    expect(ADDRESSES.getTask).toEqual({ method: "GET", path: "/task/get-task/:taskId" });
  });
});
