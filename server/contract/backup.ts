import { z } from "zod";

/** The name of the list at the beginning of a backup's archive. */
export const MANIFEST_NAME = "manifest.json";
/** The database in the archive. */
export const DATABASE_NAME = "circuitgrade.db";
/** How many files a backup lacks that the database names; none if the answer has no such header. */
export const LOST_FILES_HEADER = "X-Lost-Files";
/** The list of erasures, next to the scheduled backups: one JSON object on each line. */
export const ERASURES_NAME = "circuitgrade-erasures.jsonl";

/** The content of an archive, to check it before it is restored: paths within it, sizes in bytes, SHA-256 in hex. */
export const backupManifestSchema = z.object({
  format: z.literal("circuitgrade-backup"),
  version: z.literal(1),
  created_at: z.iso.datetime(),
  entries: z.array(
    z.object({
      path: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_./-]*$/, "This is not a path of a backup."),
      size: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Manifest = z.infer<typeof backupManifestSchema>;
