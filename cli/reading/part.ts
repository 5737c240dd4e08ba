import { createHash } from "node:crypto";

/** One of the parts of a batch that is read on several machines. */
export interface Part {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/** A part of a file's pages. */
export interface FileShare extends Part {
  /** SHA-256 of the file's bytes, hex; empty if they cannot be read. */
  readonly hash: string;
}

/** Whether a page (from 1) belongs to the part, by content: so all machines agree, whatever the files are called. */
export function isOwnPage({ part, of, hash }: FileShare, page: number): boolean {
  return createHash("sha256").update(`${hash} ${page}`).digest().readUInt32BE() % of === part - 1;
}
