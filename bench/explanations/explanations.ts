import { sum } from "../../core/basics/numbers.ts";
import { FAULTS } from "./faulty-circuits.ts";
import { type ExplanationOutcome, explainFaults } from "./measure-explanations.ts";

/** How often the fault of a generated circuit, or an equivalent fault, is named. */
export function benchExplanations({ limit }: { limit: number }): string[] {
  const all = explainFaults({ count: Math.min(limit, 500), seed: "bench" });
  const rows = [
    ...FAULTS.map((fault) =>
      row(
        fault,
        all.filter((each) => each.fault === fault),
      ),
    ),
    row("**all**", all),
  ];
  return [
    `${all.length} circuits of 2 to 11 gates, each with one gate or wire changed so that its function is wrong. "Repaired": the change that is named first makes every output match its key, by grading. "At the fault": a named change is at exactly the gate or wire that was changed; otherwise an equivalent one is named.`,
    "",
    "| fault | circuits | repaired | at the fault | changes named, mean | ms, mean | ms, most |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function row(name: string, own: readonly ExplanationOutcome[]): string {
  const share = (of: (outcome: ExplanationOutcome) => boolean) =>
    `${((100 * own.filter(of).length) / own.length).toFixed(1)} %`;
  const mean = (of: (outcome: ExplanationOutcome) => number) => sum(own.map((each) => of(each))) / own.length;
  const most = Math.max(...own.map(({ milliseconds }) => milliseconds));
  const cells = [
    name,
    own.length,
    share(({ repaired }) => repaired),
    share(({ atFault }) => atFault),
    mean(({ named }) => named).toFixed(1),
    mean(({ milliseconds }) => milliseconds).toFixed(0),
    most.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}
