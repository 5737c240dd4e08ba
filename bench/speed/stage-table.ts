import { sum } from "../../core/basics/numbers.ts";
import { quantile } from "./quantile.ts";
import { INFERENCE, type StageTimes } from "./stage-times.ts";

/**
 * Mean, median and 95th percentile of the milliseconds that each stage takes of a page, by batch, as lines of Markdown;
 * stages are in the order of the first batch, the networks' part at the end.
 */
export function stageTable(batches: readonly { readonly name: string; readonly times: StageTimes }[]): string[] {
  const stages = [...(batches[0]?.times.keys() ?? [])].filter((stage) => stage !== INFERENCE);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const each = (name: string, valuesOf: (times: StageTimes) => readonly number[]) => {
    return row(
      name,
      batches.map(({ times }) => cell(valuesOf(times))),
    );
  };
  return [
    row(
      "mean / median / 95th percentile, ms",
      batches.map(({ name }) => name),
    ),
    row(
      "---",
      batches.map(() => "---"),
    ),
    ...stages.map((stage) => each(stage, (times) => times.get(stage) ?? [])),
    each("whole", (times) => wholePages(times, stages)),
    each(INFERENCE, (times) => times.get(INFERENCE) ?? []),
  ];
}

function cell(values: readonly number[]): string {
  return `${(sum(values) / values.length).toFixed(0)} / ${quantile(values, 0.5).toFixed(0)} / ${quantile(values, 0.95).toFixed(0)}`;
}

/** For each page the sum of its stages. */
function wholePages(times: StageTimes, stages: readonly string[]): number[] {
  const first = times.get(stages[0] ?? "") ?? [];
  return first.map((_, page) => stages.reduce((whole, stage) => whole + (times.get(stage)?.[page] ?? 0), 0));
}
