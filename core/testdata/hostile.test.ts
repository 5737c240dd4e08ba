import { expect, it } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import { readSample } from "./sample-pages.ts";

const { files }: { files: { file: string; code: string; note: string }[] } = JSON.parse(
  readSample("hostile/expected.json").toString("utf8"),
);

it.each(files)("$file, $note, is refused as $code", async ({ file, code }) => {
  expect(await failureOf(readSample(`hostile/${file}`))).toBe(code);
});

async function failureOf(bytes: Uint8Array): Promise<string | null> {
  const decoded = await decodePages(bytes);
  if (!decoded.ok) return decoded.failure.code;
  for await (const page of decoded.pages) if (!page.ok) return page.failure.code;
  return null;
}
