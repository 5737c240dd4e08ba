import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { groupBy } from "../core/basics/group-by.ts";
import { network } from "./middleware/client-address.ts";

/**
 * How many connections may wait for the rest of a request's headers, or for their next request: a lecture of 500 may
 * share an address, and a browser keeps up to six.
 */
const MOST_WAITING = { ofAddress: 1000, inAll: 4000 };

/** For how long a new one may wait in any case, in milliseconds: many may come before the server reads what they sent. */
const GRACE = 1000;

export interface ConnectionLimits {
  /** How many may wait of one address. */
  readonly ofAddress: number;
  readonly inAll: number;
  /** How many may be open, whatever they do. */
  readonly open: number;
  readonly grace: number;
}

/** The limits of a server that may open so many files: half of them are for connections. Proxies share one address. */
export function connectionLimits(openFiles: number, { isBehindProxy }: { isBehindProxy: boolean }): ConnectionLimits {
  const { ofAddress, inAll } = MOST_WAITING;
  return { ofAddress: isBehindProxy ? Infinity : ofAddress, inAll, open: Math.floor(openFiles / 2), grace: GRACE };
}

interface Connection {
  readonly address: string;
  /** Requests that have arrived with all their headers and have no whole response yet. */
  answering: number;
}

const REFUSAL = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Closes connections that wait if there are more than these limits allow: those that have waited longest, since the
 * headers of an honest request arrive at once. A connection on which a body arrives or a response is sent is never closed.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<Socket, Connection>();
  /** Since when they wait, the longest first. */
  const waiting = new Map<Socket, number>();

  function refuse(socket: Socket): void {
    waiting.delete(socket);
    socket.end(REFUSAL, () => socket.destroy());
  }

  function thin(): void {
    const sockets = groupBy(waiting.keys(), (socket) => open.get(socket)!.address);
    const left = new Map([...sockets].map(([address, { length }]) => [address, length]));
    const latest = performance.now() - limits.grace;
    for (const [socket, since] of waiting) {
      if (since > latest) return;
      const { address } = open.get(socket)!;
      const own = left.get(address)!;
      if (own <= limits.ofAddress && waiting.size <= limits.inAll) continue;
      left.set(address, own - 1);
      refuse(socket);
    }
  }

  // What has arrived is read before.
  setInterval(() => setImmediate(thin), limits.grace).unref();

  server.on("connection", (socket: Socket) => {
    const connection: Connection = { address: network(socket.remoteAddress ?? ""), answering: 0 };
    open.set(socket, connection);
    waiting.set(socket, performance.now());
    socket.on("close", () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > limits.open) refuse(waiting.keys().next().value!);
  });

  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.answering++;
    waiting.delete(socket);
    response.on("close", () => {
      connection.answering--;
      if (connection.answering === 0 && open.has(socket)) waiting.set(socket, performance.now());
    });
  });
}
