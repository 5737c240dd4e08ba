import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTS } from "./documents.ts";
import { headingAnchor } from "./heading-anchor.ts";

/** Named as an example of a file to add, or with a placeholder in the name. */
const EXAMPLES: ReadonlySet<string> = new Set(["core/netlist/formats/vhdl.ts", "ui/e2e/NAME.test.ts"]);

describe("links between documents", () => {
  it.each(DOCUMENTS)("%s names files and headings that exist", (path) => {
    const broken = linksOf(readFileSync(path, "utf8")).filter((link) => !leadsSomewhere(path, link));
    expect(broken).toEqual([]);
  });

  it("finds a heading that does not exist", () => {
    expect(leadsSomewhere("README.md", "docs/installing.md#upgrading")).toBe(true);
    expect(leadsSomewhere("README.md", "docs/installing.md#no-such-heading")).toBe(false);
    expect(leadsSomewhere("README.md", "docs/no-such-file.md")).toBe(false);
  });
});

describe("files that documents name", () => {
  it.each(DOCUMENTS)("%s names files that exist", (path) => {
    const named = readFileSync(path, "utf8").match(FILE) ?? [];
    expect(named.filter((file) => !existsSync(file) && !EXAMPLES.has(file))).toEqual([]);
  });

  it("finds them in commands and among other words", () => {
    expect("see `core/a.ts`, `npx vitest run server/b.test.ts ui/c`, workers/e.mjs, ../core/d.ts".match(FILE)).toEqual([
      "core/a.ts",
      "server/b.test.ts",
      "workers/e.mjs",
    ]);
  });
});

/** A file of the project with its full path. */
const FILE =
  /(?<![\w/.-])(?:core|server|cli|workers|ui|bench|models|docs|\.ci)\/[\w./-]+\.(?:tsx?|mjs|py|md|json|wasm|sh)\b/g;

/** Links to other places of the project, without code blocks. */
function linksOf(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\(<?([^)\s>]+)>?\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const path = file === "" ? from : join(dirname(from), file);
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  const headings = readFileSync(path, "utf8").match(/^#+ .*$/gm) ?? [];
  return headings.some((heading) => headingAnchor(heading.replace(/^#+ /, "")) === anchor);
}
