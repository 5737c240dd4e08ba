import type { Change } from "../answers/change.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";

/** A place of a circuit that may have been drawn as something else. */
export interface Doubt {
  /** What changes the circuit into the other one. */
  readonly change: Extract<
    Change,
    { readonly kind: "gate-class" | "pin-inversion" | "input-name" | "input-inversion" }
  >;
  /** Its cost by the ink, as a logarithm of odds; below 0 it is likelier than what was read. */
  readonly cost: number;
  readonly box?: PictureBox;
}

/** One circuit that a page may show. */
export interface PossibleCircuit {
  readonly netlist: Netlist;
  /** How much likelier the look's first circuit is, as a logarithm of odds. */
  readonly cost: number;
  /** How many faults it has. */
  readonly faults: number;
  readonly doubts: readonly Doubt[];
  /** Places where wires connect or cross, which another circuit may read differently. */
  readonly meetings: readonly Meeting[];
}

export interface Meeting {
  readonly className: "junction" | "intersection";
  readonly box: PictureBox;
}

/** What one look at a page makes possible; the likeliest circuit comes first. */
export interface PageLook {
  readonly circuits: readonly PossibleCircuit[];
  /** A person has chosen its only circuit. */
  readonly isChosen?: true;
}
