import { createServer } from "node:net";

/**
 * Below the ports that the system gives to programs that ask for any, so that none is taken before its program has
 * started.
 */
const FIRST = 12_000;
/** How many ports each process of the tests has. */
const SHARE = 200;
const SHARES = 80;

let asked = 0;

/** A port of this machine that is free, and that no other test gets. */
export async function freePort(): Promise<number> {
  const own = FIRST + (process.pid % SHARES) * SHARE;
  for (let tries = 0; tries < SHARE; tries++) {
    const port = own + (asked++ % SHARE);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${own} to ${own + SHARE - 1} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
