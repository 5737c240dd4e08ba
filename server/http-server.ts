import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { connectionLimits, inTurn, limitConnections } from "./connections.ts";
import type { AppContext } from "./context.ts";

/** In milliseconds. */
const TIMES = {
  /** For all headers of a request; its body has limits of its own (request-body.ts). */
  headers: 10_000,
  /** How long a connection may be idle: longer than proxies keep theirs, or they would send requests into closed ones. */
  idle: 130_000,
  /** Interval of looking for connections that are too late. */
  look: 1_000,
  /** Interval of checking that connections are still accepted. */
  check: 5_000,
};

interface Surroundings {
  /** How many files this process may open at a time. */
  readonly openFiles: number;
  readonly isBehindProxy: boolean;
}

type Answer = (request: Request, remoteAddr: { hostname: string }) => Promise<Response>;

/** An HTTP server that keeps callers who hold connections open from keeping out others. */
export function createHttpServer(answer: Answer, { openFiles, isBehindProxy }: Surroundings): Server {
  const listener = getRequestListener(
    (request, { incoming }) => {
      return answer(request, { hostname: (incoming as HttpBindings["incoming"]).socket.remoteAddress ?? "unknown" });
    },
    // For health checks of load balancers that send HTTP/1.0 without a host, as HAProxy's usual one; HTTP/1.1 needs one.
    { hostname: "localhost" },
  );
  const server = createServer(
    {
      headersTimeout: TIMES.headers,
      requestTimeout: 0,
      keepAliveTimeout: TIMES.idle,
      connectionsCheckingInterval: TIMES.look,
    },
    inTurn((incoming, outgoing) => void listener(incoming, outgoing)),
  );
  limitConnections(server, connectionLimits(openFiles, { isBehindProxy }));
  return server;
}

/** Listens where the settings say until the server stops. Returns where that is. */
export async function listen(
  server: Server,
  { config: { host, port }, lifecycle, log }: Pick<AppContext, "config" | "lifecycle" | "log">,
): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ host, port }, () => {
      server.off("error", reject).on("error", (error) => log.error("not-listening", error));
      resolve();
    });
  });
  const { address, port: chosen } = server.address() as AddressInfo;
  const here = { host: address, port: chosen };
  const stopWatching = watch(server, { ...here, log });
  lifecycle.stopping.addEventListener("abort", stopWatching);
  return here;
}

/**
 * Listens again if no connection is accepted any more. Deno 2.9.5's `node:net` stops accepting for good, without an event,
 * once the system has refused it a connection because too many files are open; Node goes on.
 */
function watch(
  server: Server,
  { host, port, log }: { host: string; port: number; log: AppContext["log"] },
): () => void {
  let accepted = 0;
  server.on("connection", () => accepted++);
  /** How many had been accepted before the server connected to itself; null: it did not get through. */
  let before: number | null = null;

  function check(): void {
    if (before === accepted) {
      log.error("not-listening", new Error("The system let the server accept no connection: too many files are open."));
      server.close();
    }
    before = null;
    if (!server.listening) return void server.listen({ host, port });
    const known = accepted;
    const probe = connect({ host, port }, () => {
      before = known;
      probe.destroy();
    });
    // Refused for the same reason: there is another check.
    probe.on("error", () => undefined);
  }

  const checking = setInterval(check, TIMES.check);
  return () => clearInterval(checking);
}
