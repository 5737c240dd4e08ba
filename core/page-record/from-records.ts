import { type ChosenRecord, chosenNetlist } from "../corrections/chosen-record.ts";
import { type CorrectionsRecord, correctionsOf } from "../corrections/corrections-record.ts";
import { circuitName } from "../verdict/circuit-name.ts";
import type { Statement } from "./statement.ts";

/** A reading that was chosen elsewhere, as a statement. */
export function choiceStatement(chosen: ChosenRecord): Statement {
  const netlist = chosenNetlist(chosen);
  return { kind: "choice", name: circuitName(netlist), text: chosen.text, netlist };
}

/** Corrections that were made elsewhere, as statements that come in the place of the page's earlier ones. `last`: the last number of an object. */
export function correctionStatements(record: CorrectionsRecord, { last }: { readonly last: number }): Statement[] {
  const { predictions, removed, wires = [] } = correctionsOf(record);
  const gone = removed.map(({ className, box }) => ({ was: { className, box, label: "" }, is: null }));
  const placed = predictions
    .filter(({ by }) => by === "person")
    .map(({ className, box, label = "" }) => ({ was: null, is: { className, box, label } }));
  const objects = [...gone, ...placed].map((change, index): Statement => {
    return { kind: "object", object: last + index + 1, called: "", ...change };
  });
  return [
    { kind: "discard" },
    ...objects,
    ...(wires.length > 0 ? [{ kind: "wires" as const, add: wires, drop: [] }] : []),
  ];
}
