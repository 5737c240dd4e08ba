/** A place on a drawing, in any unit that is the same along both axes. */
export interface LayoutPoint {
  readonly x: number;
  readonly y: number;
}

/** A gate, or a named wire end, where it was drawn. */
export interface LaidOutNode extends LayoutPoint {
  readonly kind: "gate" | "input" | "output";
  /** The gate's class, or what is written at the wire end. */
  readonly name: string;
  /** The size of a gate's body; 0 for a wire end. */
  readonly width: number;
  readonly height: number;
}

/** A circuit as laid out on its sheet: what identifies copies. */
export interface LaidOutCircuit {
  readonly id: string;
  /** The author of the drawing: two drawings of one author are not compared. Null if it is not known. */
  readonly author: string | null;
  /**
   * The file and page that were handed in: a text that is equal for equal bytes. Left out if it is not known, or if
   * nothing was drawn.
   */
  readonly picture?: string | undefined;
  /** Equal for circuits with the same gates and wiring; see `structureKey`. */
  readonly structure: string;
  /** The gates first, in the order of the netlist. */
  readonly nodes: readonly LaidOutNode[];
  /** The drawn lines. */
  readonly wires: readonly (readonly LayoutPoint[])[];
}

/** The gates of a circuit. */
export function gatesOf({ nodes }: Pick<LaidOutCircuit, "nodes">): LaidOutNode[] {
  return nodes.filter(({ kind }) => kind === "gate");
}

/** A usual gate's size: the median over the gates of the root of their area; 1 if there are none. */
export function gateSizeOf(circuit: Pick<LaidOutCircuit, "nodes">): number {
  const sizes = gatesOf(circuit)
    .map(({ width, height }) => Math.sqrt(width * height))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 1;
}

/** The drawing mirrored top to bottom. */
export function mirrored(circuit: LaidOutCircuit): LaidOutCircuit {
  const turn = <Place extends LayoutPoint>(at: Place): Place => ({ ...at, y: -at.y });
  return { ...circuit, nodes: circuit.nodes.map(turn), wires: circuit.wires.map((wire) => wire.map(turn)) };
}
