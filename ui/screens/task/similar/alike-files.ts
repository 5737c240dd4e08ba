import { looksCopied } from "../../../../core/similarity/copies/pair-words.ts";
import type { ComparedFile, Copies } from "../../../../server/contract/results/copies.ts";

type Layout = Copies["pairs"][number];

/** What the two measures found: pairs whose layouts stand out, and groups of the specification's rule, by file IDs. */
export interface Found {
  readonly layouts: readonly Layout[];
  readonly groups: readonly (readonly string[])[];
  /** Files without a layout that could be compared. */
  readonly notCompared: readonly string[];
}

export interface AlikePair {
  readonly files: readonly [ComparedFile, ComparedFile];
  /** Null if the layout does not stand out. */
  readonly layout: Layout | null;
  /** Whether the specification's rule finds the two similar. */
  readonly within: boolean;
  /** Whether both have a layout. */
  readonly isCompared: boolean;
}

/** The groups of both measures as groups without common files: pairs that look copied first, the least likely first. */
export function joinedGroups({ layouts, groups }: Pick<Found, "layouts" | "groups">): string[][] {
  const idsOf = ({ files }: Layout) => files.map(({ id }) => id);
  const groupOf = new Map<string, string[]>();
  for (const ids of [...layouts.filter(looksCopied).map(idsOf), ...groups, ...layouts.map(idsOf)]) {
    const known = groupOf.get(ids[0]!);
    if (known && ids.every((id) => groupOf.get(id) === known)) continue;
    const joined = [...new Set(ids.flatMap((id) => groupOf.get(id) ?? [id]))];
    for (const id of joined) groupOf.set(id, joined);
  }
  return [...new Set(groupOf.values())];
}

/** A file with each one that is like it: the least likely layouts first. `files` are those that exist. */
export function pairsOf(
  file: ComparedFile,
  { layouts, groups, notCompared }: Found,
  files: ReadonlyMap<string, ComparedFile>,
): AlikePair[] {
  const similar = new Set(groups.filter((ids) => ids.includes(file.id)).flat());
  const isCompared = (id: string) => !notCompared.includes(id);
  const own = layouts.flatMap((layout): AlikePair[] => {
    const other = layout.files.find(({ id }) => id !== file.id)!;
    const isOwn = layout.files.some(({ id }) => id === file.id);
    const both = [file.id, other.id].every(isCompared);
    return isOwn ? [{ files: layout.files, layout, within: similar.delete(other.id), isCompared: both }] : [];
  });
  similar.delete(file.id);
  const others = [...similar].flatMap((id) => files.get(id) ?? []);
  return [
    ...own,
    ...others.map((other): AlikePair => {
      return { files: [file, other], layout: null, within: true, isCompared: [file.id, other.id].every(isCompared) };
    }),
  ];
}

export function likenessText({ likeness }: Pick<Layout, "likeness">): string {
  return `${Math.round(100 * likeness)} % alike`;
}

/** What stands out in a file's layout, by its least likely pair; of one file nothing may have been read. */
export function layoutText(layout: Layout | null | undefined): string {
  if (!layout) return "Layout not unusual";
  return layout.identical ? "The same file" : `Layout ${likenessText(layout)}`;
}
