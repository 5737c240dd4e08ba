import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { headingAnchor } from "./heading-anchor.ts";

const DOCUMENTS = execFileSync("git", ["ls-files", "-z", "-c", "-o", "--exclude-standard", "*.md"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(path));

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
