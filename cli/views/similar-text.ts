import type { SimilarGroup } from "../../core/similarity/group-similar.ts";
import type { Styler } from "../terminal.ts";

/** Groups of similar drawings for a person: a heading with the similarity, then one line per file. */
export function similarText(groups: readonly SimilarGroup[], style: Styler): string {
  if (groups.length === 0) return "No similarities found.\n";
  return groups
    .map(({ ids, score }, index) => {
      const heading = `Group ${index + 1}: ${ids.length} drawings, at least ${Math.round(score * 100)} % alike`;
      return `${style("bold", heading)}\n${ids.map((id) => `  ${id}\n`).join("")}`;
    })
    .join("\n");
}
