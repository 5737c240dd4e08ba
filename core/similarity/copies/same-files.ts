import { groupBy } from "../../basics/group-by.ts";
import type { LaidOutCircuit } from "../layouts/laid-out-circuit.ts";
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

/** The pairs of different authors that are one picture file, whatever was read of it: also without a gate. */
export function sameFiles(drawings: readonly LaidOutCircuit[], { earlier, all }: SameFiles): CopyPair[] {
  const circuits = [...drawings, ...earlier];
  const sharing = groupBy(circuits, ({ structure }) => structure);
  const known = [...circuits.keys()].filter((index) => circuits[index]!.picture !== undefined);
  return [...groupBy(known, (index) => fileOf(circuits[index]!)).values()].flatMap((members) =>
    members.flatMap((index, place) => {
      const one = circuits[index]!;
      if (index >= drawings.length) return [];
      const next = members.slice(place + 1, place + 1 + PARTNERS).map((member) => circuits[member]!);
      const others = next.filter(({ author }) => author === null || author !== one.author);
      return others.map((other): CopyPair => {
        const common = sharing.get(one.structure)!.length;
        const figures = { likeness: 1, bits: BITS, expected: all * 2 ** -BITS, sharing: common };
        return { ids: [one.id, other.id], identical: true, ...figures };
      });
    }),
  );
}

/** Whether two drawings are one picture file. */
export function isSameFile(a: LaidOutCircuit, b: LaidOutCircuit): boolean {
  return a.picture !== undefined && fileOf(a) === fileOf(b);
}

/** Drawings of one file have the same text; sheets that one picture shows next to each other do not. */
function fileOf({ picture, nodes }: LaidOutCircuit): string {
  return `${picture} ${JSON.stringify(nodes)}`;
}
