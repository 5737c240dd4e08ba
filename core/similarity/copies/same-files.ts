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

/** The pairs of different authors that are one picture file, whatever was read of it: also without a gate. */
export function sameFiles(drawings: readonly LaidOutCircuit[], { earlier, all }: SameFiles): CopyPair[] {
  const circuits = [...drawings, ...earlier];
  const sharing = groupBy(circuits, ({ structure }) => structure);
  const files = groupBy(circuits.keys(), (index) => fileOf(circuits[index]!, index));
  return [...files.values()].flatMap((members) =>
    members.flatMap((a, place) =>
      members.slice(place + 1).flatMap((b): CopyPair[] => {
        const [one, other] = [circuits[a]!, circuits[b]!];
        const isOneAuthor = one.author !== null && one.author === other.author;
        if (a >= drawings.length || isOneAuthor) return [];
        const common = sharing.get(one.structure)!.length;
        const figures = { likeness: 1, bits: BITS, expected: all * 2 ** -BITS, sharing: common };
        return [{ ids: [one.id, other.id], identical: true, ...figures }];
      }),
    ),
  );
}

/** Drawings of one file have the same text; sheets that one picture shows next to each other do not. */
function fileOf({ picture, nodes }: LaidOutCircuit, index: number): string {
  return picture === undefined ? String(index) : `${picture} ${JSON.stringify(nodes)}`;
}
