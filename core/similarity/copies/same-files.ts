import { groupBy } from "../../basics/group-by.ts";
import { gateSizeOf, gatesOf, type LaidOutCircuit, type LaidOutNode } from "../layouts/laid-out-circuit.ts";
import type { CopyPair } from "./copy-pair.ts";

/** Two files with the same SHA-256 are one file: another one has it once in 2^256. */
const BITS = 256;

interface SameFiles {
  /** Drawings of earlier terms; see `CopySearch`. */
  readonly earlier: readonly LaidOutCircuit[];
  /** How many pairs there are. */
  readonly all: number;
}

/** With how many of the next ones each drawing is a pair at most: an empty form that a whole class hands in is one file. */
const PARTNERS = 16;

/**
 * The pairs of different authors that are one picture file, whatever was read of it: also without a gate. Another version
 * may have read a file of an earlier term, so that the readings need not be equal.
 */
export function sameFiles(drawings: readonly LaidOutCircuit[], { earlier, all }: SameFiles): CopyPair[] {
  const circuits = [...drawings, ...earlier];
  const sharing = groupBy(circuits, ({ structure }) => structure);
  const known = [...circuits.keys()].filter((index) => circuits[index]!.picture !== undefined);
  const files = [...groupBy(known, (index) => circuits[index]!.picture).values()];
  return files
    .flatMap((members) => sheetsIn(members, circuits))
    .flatMap((members) =>
      members.flatMap((index, place) => {
        const one = circuits[index]!;
        if (index >= drawings.length) return [];
        const next = members.slice(place + 1, place + 1 + PARTNERS).map((member) => circuits[member]!);
        const others = next.filter(({ author }) => author === null || author !== one.author);
        return others.map((other): CopyPair => {
          const common = one.structure === other.structure ? sharing.get(one.structure)!.length : 0;
          const figures = { likeness: 1, bits: BITS, expected: all * 2 ** -BITS, sharing: common };
          return { ids: [one.id, other.id], identical: true, mirrored: false, ...figures };
        });
      }),
    );
}

/** The drawings of a file by the sheets that it shows: nearly always one. */
function sheetsIn(members: readonly number[], circuits: readonly LaidOutCircuit[]): number[][] {
  const sheets: number[][] = [];
  for (const member of members) {
    const known = sheets.find(([first]) => isSameFile(circuits[first!]!, circuits[member]!));
    if (known) known.push(member);
    else sheets.push([member]);
  }
  return sheets;
}

/** A gate that was read twice in one picture is no farther from itself than this, in gates. */
const WITHIN = 0.2;

/** Whether two drawings are one picture file, and not two sheets that one picture shows next to each other. */
export function isSameFile(a: LaidOutCircuit, b: LaidOutCircuit): boolean {
  if (a.picture === undefined || a.picture !== b.picture) return false;
  const [fewer, more] = [gatesOf(a), gatesOf(b)].sort((p, q) => p.length - q.length) as [LaidOutNode[], LaidOutNode[]];
  const reach = WITHIN * gateSizeOf(a);
  const same = fewer.filter((gate) => more.some(({ x, y }) => Math.hypot(x - gate.x, y - gate.y) < reach));
  return more.length === 0 || 2 * same.length > more.length;
}
