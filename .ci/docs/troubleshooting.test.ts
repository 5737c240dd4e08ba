import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";

const PAGE = readFileSync("docs/troubleshooting.md", "utf8");
const MESSAGES = [...PAGE.matchAll(/^\| ("[^|]*) \|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/"([^"]+)"/g)].map(([, message]) => message!),
);
const LABELS = [
  ...readFileSync("core/results/review-reasons.ts", "utf8").matchAll(/^ {2}\["[a-z-]+", "(.+)"\],$/gm),
].map(([, label]) => label!);
/** The program's texts: long ones are joined from parts, and line breaks in markup are spaces. */
const PROGRAM = execFileSync("git", ["ls-files", "-z", "*.ts", "*.tsx", ":!*.test.ts", ":!bench", ":!.ci"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "")
  .map((path) =>
    readFileSync(path, "utf8")
      .replace(/["`] \+\s+["`]/g, "")
      .replace(/\s+/g, " "),
  )
  .join("\n");

describe("docs/troubleshooting.md", () => {
  it.each([...new Set(MESSAGES)])("quotes what the program says: %s", (message) => {
    const parts = message.split("…").map((part) => part.trim());
    expect(parts.filter((part) => !PROGRAM.includes(part))).toEqual([]);
  });

  it("finds messages and labels, and a text that no program says", () => {
    expect(MESSAGES.length).toBeGreaterThan(80);
    expect(LABELS.length).toBeGreaterThan(20);
    expect(PROGRAM).not.toContain("No program says this.");
  });

  it.each(Object.values(TEXTS.files.codes))("explains the fault of a QR code: %s", (text) => {
    expect(PAGE).toContain(text.split(".")[0]);
  });

  it.each(LABELS)("explains why a page waits in the queue: %s", (label) => {
    expect(PAGE).toContain(`"${label}"`);
  });
});
