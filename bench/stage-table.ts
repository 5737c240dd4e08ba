/** The networks' time: it is part of the stages marks and texts, and of the total. */
export const INFERENCE = "of which inference";

/**
 * Milliseconds that each stage takes per page, by batch, as lines of Markdown; stages are in the order of the first
 * batch.
 */
export function stageTable(names: readonly string[], times: readonly ReadonlyMap<string, number>[]): readonly string[] {
  const stages = [...(times[0]?.keys() ?? [])].filter((stage) => stage !== INFERENCE);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const each = (name: string, cell: (spent: ReadonlyMap<string, number>) => string) => row(name, times.map(cell));
  const part = (name: string) => each(name, (spent) => (spent.get(name) ?? 0).toFixed(1));
  return [
    row("stage", names),
    each("---", () => "---"),
    ...stages.map(part),
    each("whole", (spent) => wholeOf(spent).toFixed(1)),
    part(INFERENCE),
    each("whole over decode and inference", (spent) => ratioOf(spent).toFixed(2)),
    each("pages a minute", (spent) => (60_000 / wholeOf(spent)).toFixed(0)),
  ];
}

function wholeOf(spent: ReadonlyMap<string, number>): number {
  return [...spent].filter(([stage]) => stage !== INFERENCE).reduce((sum, [, ms]) => sum + ms, 0);
}

function ratioOf(spent: ReadonlyMap<string, number>): number {
  return wholeOf(spent) / ((spent.get("decode") ?? 0) + (spent.get(INFERENCE) ?? 0));
}
