import { setImmediate as nextTurn } from "node:timers/promises";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { AppEnv } from "../environment.ts";
import { readsInTurn } from "./reads-in-turn.ts";

it("lets an upload take a step between two calls that arrived with it and only read", async () => {
  const done: string[] = [];
  const app = new Hono<AppEnv>().use(readsInTurn());
  app.get("/", (c) => {
    done.push("read");
    return c.body(null);
  });
  app.post("/", async (c) => {
    for (let step = 0; step < 3; step++) {
      await nextTurn();
      done.push("step");
    }
    return c.body(null);
  });
  await Promise.all(["GET", "GET", "GET", "POST"].map((method) => app.request("/", { method })));
  expect(done).toEqual(["step", "read", "step", "read", "step", "read"]);
});
