import { readFileSync } from "node:fs";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";

/** What a person who looks at a page of `pages/` would say. */
export interface ExpectedPage {
  readonly file: string;
  readonly page: number;
  readonly student_id: string;
  readonly item: number;
  readonly paper: "clean" | "template-scan" | "template-photo" | "squared-scan" | "squared-photo";
  readonly status: "graded" | "review" | "extra";
  readonly grade: number | null;
  /** Codes of reasons for a review. */
  readonly reasons: readonly string[];
  readonly inputs: readonly string[];
  /** As drawn; a name is empty if none is written. */
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
  /** How many gates of each class. */
  readonly gates: Readonly<Record<string, number>>;
  readonly note: string;
}

/** The pages of `pages/expected.json`, in the order of their files. */
export function expectedPages(): ExpectedPage[] {
  return JSON.parse(readSample("pages/expected.json").toString("utf8")).pages;
}

/** The bytes of a file in this folder. */
export function readSample(path: string): Buffer {
  return readFileSync(new URL(path.split("/").map(encodeURIComponent).join("/"), import.meta.url));
}

/** A page of a file in `pages/`, decoded. */
export async function sampleImage({ file, page }: Pick<ExpectedPage, "file" | "page">): Promise<PageImage> {
  const decoded = await decodePages(readSample(`pages/${file}`), { wanted: (number) => number === page });
  if (!decoded.ok) throw new Error(`${file}: ${decoded.failure.message}`);
  for await (const found of decoded.pages) {
    if (found.ok && found.page === page) return found.image;
  }
  throw new Error(`${file} has no page ${page}`);
}
