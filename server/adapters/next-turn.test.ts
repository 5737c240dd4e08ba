import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { denoBinary } from "../start.mjs";

/** Works in 100 pieces of 5 ms with a turn after each, and prints how many requests were answered meanwhile. */
const PROGRAM = `
  import { nextTurn } from ${JSON.stringify(new URL("./next-turn.ts", import.meta.url).href)};
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response());
  const ask = async () => void (await (await fetch("http://127.0.0.1:" + server.addr.port)).text());
  await ask();
  let answered = 0;
  let isWorking = true;
  const visitor = (async () => {
    for (; isWorking; answered++) await ask();
  })();
  for (let piece = 0; piece < 100; piece++) {
    for (const end = performance.now() + 5; performance.now() < end; );
    await nextTurn();
  }
  console.log(answered);
  isWorking = false;
  await visitor;
  Deno.exit(0);`;

it("requests are answered between pieces of work", () => {
  const words = ["run", "--no-prompt", "--allow-net=127.0.0.1", "--ext=ts", "-"];
  const answered = Number(execFileSync(denoBinary(), words, { input: PROGRAM, stdio: ["pipe", "pipe", "ignore"] }));
  // One or two with setImmediate, hundreds with a timer.
  expect(answered).toBeGreaterThan(10);
});
