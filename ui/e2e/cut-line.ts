import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";

/** A connection to the server that loses responses to uploads, although the server has the files. */
interface CutLine {
  /** The site's address through this connection. */
  readonly origin: string;
  /** `cut`: the connection ends when the response should come; `held`: it stays open, and none ever comes. */
  answers: "passed" | "cut" | "held";
  close(): void;
}

/** Opens one to the server at `target`. */
export async function openCutLine(target: string): Promise<CutLine> {
  const sockets = new Set<Socket>();
  const upload = `${ENDPOINTS.uploadFiles.method} ${ENDPOINTS.uploadFiles.path} `;
  const server = createServer((browser) => {
    const site = connect(Number(new URL(target).port), new URL(target).hostname);
    let isUpload = false;
    browser.on("data", (sent) => {
      // A request begins with its first line; later parts of the body decide nothing.
      if (/^[A-Z]+ \//.test(sent.toString("latin1", 0, 20))) isUpload = sent.toString("latin1").startsWith(upload);
      site.write(sent);
    });
    site.on("data", (answered) => {
      if (!isUpload || line.answers === "passed") browser.write(answered);
      else if (line.answers === "cut") browser.destroy();
    });
    browser.on("close", () => site.destroy());
    // The server closes a connection on which nothing comes after its response; a held one does not show that.
    site.on("close", () => !(isUpload && line.answers === "held") && browser.destroy());
    for (const socket of [browser, site]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const line: CutLine = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    answers: "passed",
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return line;
}
