import { Hono } from "hono";
import { expect, it } from "vitest";
import { nextTurn } from "../adapters/next-turn.ts";
import type { AppEnv } from "../environment.ts";
import { readsInTurn } from "./reads-in-turn.ts";

/** Milliseconds that a call takes which only reads. */
const READ = 20;

/** What happened when three calls that only read arrived with an upload of some steps. */
async function arrive({ steps }: { steps: number }) {
  const [done, pauses]: [string[], number[]] = [[], []];
  const pause = async (milliseconds: number) => {
    done.push("pause");
    pauses.push(milliseconds);
  };
  const app = new Hono<AppEnv>().use(readsInTurn(pause));
  app.get("/", async (c) => {
    await Promise.resolve();
    for (const begun = performance.now(); performance.now() - begun < READ; );
    done.push("read");
    return c.body(null);
  });
  app.post("/", async (c) => {
    for (let step = 0; step < steps; step++) {
      await nextTurn();
      done.push("step");
    }
    return c.body(null);
  });
  await Promise.all(["GET", "GET", "GET", "POST"].map((method) => app.request("/", { method })));
  return { done, pauses };
}

it("lets an upload take a step between two calls that arrived with it and only read", async () => {
  const { done } = await arrive({ steps: 3 });
  const taken = done.filter((each) => each !== "pause");
  expect(taken).toEqual(["step", "read", "step", "read", "step", "read"]);
});

it("leaves an upload as long as the call before took", async () => {
  const { pauses } = await arrive({ steps: 5 });
  // Nothing was read before the first one.
  expect(pauses.map((milliseconds) => milliseconds >= READ)).toEqual([false, true, true]);
});

it("does not pause when nothing is stored", async () => {
  expect((await arrive({ steps: 0 })).pauses).toEqual([]);
});
