import { groupBy } from "../basics/group-by.ts";
import type { PagePlace } from "../corrections/correction-schemas.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import { type NetlistRecord, netlistOf } from "../netlist/formats/json.ts";
import type { PredictionClass } from "../rules/prediction-class.ts";
import { circuitName } from "../verdict/circuit-name.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";
import { inOrder } from "./merge.ts";
import { briefStatements, type SaidPageRecord, type SaidRecord, saidRecord } from "./said-record.ts";
import type { DatedStatement } from "./statement.ts";

/** What was written by `saidRecord`. */
export function statementsOf({ statements }: Pick<SaidRecord, "statements">): DatedStatement[] {
  return statements.map((each): DatedStatement => {
    if (each.kind !== "choice") return each;
    const netlist = netlistOf(each.netlist);
    return { ...each, name: circuitName(netlist), netlist };
  });
}

interface OldObject extends PictureBox {
  readonly class_name: PredictionClass;
  readonly label?: string;
  readonly by?: "machine" | "person";
}

/** What earlier versions kept of what was said of a page: what its corrections came to, and the reading that was chosen. */
export interface OldSaid {
  readonly corrections?:
    | (Pick<SaidRecord, "threshold"> & {
        readonly predictions: readonly OldObject[];
        readonly removed: readonly OldObject[];
        readonly wires?: WireCorrection[];
      })
    | null;
  readonly chosen?: { readonly text: string; readonly netlist: NetlistRecord } | null;
}

/** The same as statements; null if nothing was said. */
export function oldSaid({ corrections, chosen }: OldSaid): SaidRecord | null {
  const { threshold = "auto", predictions = [], removed = [], wires = [] } = corrections ?? {};
  const placed = predictions.filter(({ by }) => by === "person").map(objectOf);
  const corrected = saidRecord(inOrder(briefStatements({ removed: removed.map(objectOf), placed, wires })), threshold);
  const statements: SaidRecord["statements"] = [
    ...(corrected?.statements ?? []),
    ...(chosen ? [{ kind: "choice" as const, ...chosen }] : []),
  ];
  return statements.length > 0 ? { threshold, statements } : null;
}

function objectOf({ class_name: className, label = "", x, y, width, height }: OldObject) {
  return { className, label, box: { x, y, width, height } };
}

/** A list of them by the pages' places, as `corrections.json` was. */
export interface OldSaidFile {
  readonly pages: readonly (PagePlace & OldSaid)[];
  readonly chosen?: readonly (PagePlace & OldSaid)[] | undefined;
}

/** The same list as statements. */
export function oldSaidPages({ pages, chosen = [] }: OldSaidFile): SaidPageRecord[] {
  const places = groupBy([...pages, ...chosen], ({ sha256, page, turn }) => `${sha256} ${page} ${turn}`);
  return [...places.values()].flatMap((same) => {
    const { sha256, page, turn, ...said }: PagePlace & OldSaid = Object.assign({}, ...same);
    const record = oldSaid(said);
    return record ? [{ sha256, page, turn, ...record }] : [];
  });
}
