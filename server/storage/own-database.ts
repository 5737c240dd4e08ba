import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eq, ne } from "drizzle-orm";
import { count } from "../../core/basics/texts.ts";
import { newId } from "../adapters/random.ts";
import type { Config } from "../config.ts";
import { type Database, openDatabase, type Query } from "../db/client.ts";
import { DatabaseDamaged } from "../db/outages.ts";
import { sharedSecrets, stackPages, submissions } from "../db/schema.ts";
import type { Vault } from "./vault.ts";

/** The files are there, but not their database; the message says what to do. */
export class DatabaseLost extends Error {
  override readonly name = "DatabaseLost";

  constructor(config: Config, what: string, state: DatabaseState = "another") {
    const lines = [what, "The server does not start, so that no hand-in is lost. Nothing was changed."];
    super([...lines, ...lostDatabase(config, state)].join("\n"));
  }
}

/**
 * `gone`: it is missing, empty or damaged. `another`: it is there, but the files may not belong to it. `without-files`:
 * it is there, and names files that are not.
 */
type DatabaseState = "gone" | "another" | "without-files";

/**
 * Opens the database that the files belong to. The first time, the files record the database's ID. `check` runs before
 * the IDs are compared: what it throws says more about why they differ.
 * @throws {DatabaseLost} if it is missing, empty, damaged or another one.
 */
export async function openOwnDatabase(
  config: Config,
  vault: Pick<Vault, "files" | "owner">,
  check: (db: Database) => Promise<void> = async () => undefined,
): Promise<Database> {
  const owner = await vault.owner.read();
  if (owner !== null || !(await isEmpty(vault.files))) await requireFile(config);
  const db = await openDatabase(config.database).catch((error: unknown) => {
    if (!(error instanceof DatabaseDamaged)) throw error;
    throw new DatabaseLost(config, `The database ${placeOfDatabase(config)} is damaged (${error.message}).`, "gone");
  });
  try {
    await check(db);
    await requireMatch(config, { db, vault, owner });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A file that is missing or empty would be created again, and would know none of the files. */
async function requireFile(config: Config): Promise<void> {
  const fault = await faultOfDatabase(config);
  if (fault === null) return;
  const what = `The database ${placeOfDatabase(config)} is ${fault}, but there are files that were handed in.`;
  throw new DatabaseLost(config, what, "gone");
}

/** What is wrong with the database's file; null if it has something in it, or the database is on a server. */
export async function faultOfDatabase({ database: { url } }: Config): Promise<"missing" | "empty" | null> {
  if (!url.startsWith("file:")) return null;
  const known = await stat(fileURLToPath(url)).catch(() => null);
  if (known === null) return "missing";
  return known.size === 0 ? "empty" : null;
}

interface Meeting {
  readonly db: Database;
  readonly vault: Pick<Vault, "files" | "owner">;
  /** The database to which the files belong so far. */
  readonly owner: string | null;
}

async function requireMatch(config: Config, { db, vault, owner }: Meeting): Promise<void> {
  const id = await databaseId(db.query);
  if (owner !== null && owner === id) return;
  const { files, missing, unnamed } = await compareFiles(db.query, vault.files);
  if (owner !== null && files > 0) {
    throw new DatabaseLost(
      config,
      `The files belong to the database ${owner}, and ${placeOfDatabase(config)} is another one (${id ?? "without an id"}).`,
    );
  }
  if (missing > 0) {
    const words = `${count(missing, "file")} that the database ${placeOfDatabase(config)} names ${missing === 1 ? "is" : "are"} not in the store for files.`;
    throw new DatabaseLost(config, words, "without-files");
  }
  if (isTooMany(unnamed, files) || (files > 0 && unnamed === files)) {
    const most = `The database ${placeOfDatabase(config)} does not know ${unnamed} of the ${files} files that were handed in.`;
    throw new DatabaseLost(config, most);
  }
  await adoptFiles(db, vault.owner);
}

/** Makes the files belong to the database. */
export async function adoptFiles(db: Database, owner: Vault["owner"]): Promise<void> {
  const value = newId();
  await db.run((query) => query.insert(sharedSecrets).values({ name: ID_NAME, value }).onConflictDoNothing());
  await owner.write((await databaseId(db.query)) ?? value);
}

/** Gives the database a new ID: it is a copy, and separate from now on. */
export async function forgetId(db: Database): Promise<void> {
  await db.run((query) => query.delete(sharedSecrets).where(eq(sharedSecrets.name, ID_NAME)));
}

const ID_NAME = "database-id";

/** Null before the database has been paired with files. */
export async function databaseId(query: Query): Promise<string | null> {
  const [row] = await query.select().from(sharedSecrets).where(eq(sharedSecrets.name, ID_NAME));
  return row?.value ?? null;
}

/** Files that no row names are removed only if they are few: many of them mean that this is the wrong database. */
export function isTooMany(unnamed: number, files: number): boolean {
  return unnamed >= 20 && unnamed > files * 0.05;
}

export interface StoreComparison {
  /** Number of files in the store. */
  readonly files: number;
  /** Files that a row names and the store does not have. */
  readonly missing: number;
  /** Files that no row names. */
  readonly unnamed: number;
}

async function compareFiles(query: Query, store: Vault["files"]): Promise<StoreComparison> {
  const missing = await namedContents(query);
  let [files, unnamed] = [0, 0];
  for await (const name of store.names({ fresh: true })) {
    files++;
    if (!missing.delete(name)) unnamed++;
  }
  return { files, missing: missing.size, unnamed };
}

/** The files of all submissions and stacks; those of a stack that is still arriving may not be there yet. */
async function namedContents(query: Query): Promise<Set<string>> {
  const handedIn = await query.selectDistinct({ sha256: submissions.sha256 }).from(submissions);
  const stored = ne(stackPages.state, "arriving");
  const inStacks = await query.selectDistinct({ sha256: stackPages.sha256 }).from(stackPages).where(stored);
  return new Set([...handedIn, ...inStacks].map(({ sha256 }) => sha256));
}

async function isEmpty(files: Vault["files"]): Promise<boolean> {
  const first = await files.names({ fresh: true }).next();
  return first.done === true;
}

/** The place of the database, as the settings name it. */
export function placeOfDatabase({ database: { url } }: Config): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

/** What to do if the database is lost, or is another one, one line each. */
export function lostDatabase(config: Config, state: DatabaseState): string[] {
  const data = `--data ${JSON.stringify(config.dataDir)}`;
  const back = config.database.url.startsWith("file:")
    ? [
        "  Is it lost, and you have a backup? This brings back the backup, and then every later hand-in:",
        `    circuitgrade restore BACKUP ${data}`,
      ]
    : [
        "  Is it lost, and you have a backup? Restore it on the libSQL server. This then adds every later hand-in:",
        `    circuitgrade doctor --adopt --recover ${data}`,
      ];
  if (state === "without-files") return lostFiles(config, data);
  const own = [
    "  Do the files belong to this database after all? This makes them its own:",
    `    circuitgrade doctor --adopt ${data}`,
  ];
  return [
    "What to do:",
    "  Is the right database elsewhere? Set DATABASE_URL or DATA_DIR to it and start again.",
    ...back,
    "  Is it lost without a backup? This writes every picture with its record into FOLDER. Keys, classes and grades are gone:",
    `    circuitgrade doctor --export FOLDER ${data}`,
    ...(state === "another" ? own : []),
    'docs/operations.md, "When the database is lost", says more.',
  ];
}

/** The database is sound: a restore over it would lose what was graded since the backup. */
function lostFiles({ dataDir, bucket }: Config, data: string): string[] {
  const folder = JSON.stringify(join(dataDir, "files"));
  const places =
    bucket === undefined
      ? [
          `  Are they elsewhere, or on a disk that is not mounted? Bring them back to ${folder}.`,
          "  Are they lost, and you have a backup? This copies its files, and keeps the database:",
          "    circuitgrade restore BACKUP --data OTHER",
          `    mkdir -p ${folder} && cp -r OTHER/files/?? ${folder}`,
        ]
      : ["  Is it the right bucket? Check S3_BUCKET and S3_ENDPOINT, and start again."];
  return [
    "What to do:",
    "  Does another database belong to these files? Set DATABASE_URL or DATA_DIR to it and start again.",
    ...places,
    "  Are some of them lost for good? The server starts without them after this, which lists them:",
    `    circuitgrade doctor --adopt ${data}`,
    'docs/operations.md, "When the database is lost", says more.',
  ];
}
