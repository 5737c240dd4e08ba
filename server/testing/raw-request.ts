import { connect, type Socket } from "node:net";

/** How a body's length is given. */
export type Framing = "length" | "chunked";

/** How a caller disappears in the middle of a body. */
export const ENDINGS = {
  FIN: (socket: Socket) => void socket.end(),
  close: (socket: Socket) => void socket.destroy(),
  RST: (socket: Socket) => void socket.resetAndDestroy(),
} as const;

export interface RawHead {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly framing: Framing;
  /** The announced length, if there is one; nothing of it has to be sent. */
  readonly length?: number;
}

/** A request written by hand, so that a test can stop in the middle of it. */
export interface RawRequest {
  readonly socket: Socket;
  /** Sends a piece of the body; waits while the server does not take it. */
  send(piece: string | Uint8Array): Promise<void>;
  /** Resolves with the status of the response, or null if the connection ends without one. */
  readonly status: Promise<number | null>;
  /** Resolves when the server has closed the connection or is gone. */
  readonly closed: Promise<void>;
}

export async function openRequest(
  origin: string,
  { path, headers = {}, framing, length = 0 }: RawHead,
): Promise<RawRequest> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const ended = new Promise<void>((resolve) => socket.once("end", resolve).once("close", () => resolve()));
  let answer = "";
  const status = new Promise<number | null>((resolve) => {
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      if (answer.includes("\r\n\r\n")) resolve(Number(answer.split(" ")[1]));
    });
    void ended.then(() => resolve(null));
  });
  // A reset connection is one of the cases.
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  const framed = framing === "length" ? { "Content-Length": String(length) } : { "Transfer-Encoding": "chunked" };
  const lines = Object.entries({ Host: host, ...headers, ...framed }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return {
    socket,
    status,
    closed: ended,
    async send(piece) {
      const bytes = Buffer.from(piece as string);
      const head = framing === "chunked" ? `${bytes.length.toString(16)}\r\n` : "";
      const tail = framing === "chunked" ? "\r\n" : "";
      const isTaken = socket.write(Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]));
      if (!isTaken) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), ended]);
    },
  };
}
