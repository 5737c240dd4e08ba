/** What happened to the calls of a run, by name. */
export class Latencies {
  readonly #milliseconds = new Map<string, number[]>();
  readonly #statuses = new Map<string, Map<number, number>>();

  /** Makes a call and notes how long it took; a call that got no answer counts as status 0. */
  async time(name: string, call: () => Promise<{ readonly status: number }>): Promise<void> {
    const begun = performance.now();
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    );
    this.#of(this.#milliseconds, name, []).push(performance.now() - begun);
    const statuses = this.#of(this.#statuses, name, new Map<number, number>());
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  /** Calls that the server failed: 5xx, or no answer. */
  get failures(): number {
    const all = [...this.#statuses.values()].flatMap((statuses) => [...statuses]);
    return all.reduce((sum, [status, count]) => sum + (status === 0 || status >= 500 ? count : 0), 0);
  }

  /** A table: count, median, 95th percentile and longest in milliseconds, statuses. */
  rows(): string[] {
    return [
      "| call | calls | median, ms | 95 of 100, ms | longest, ms | statuses |",
      "| --- | --- | --- | --- | --- | --- |",
      ...[...this.#milliseconds].map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b);
        const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]!);
        const statuses = [...this.#statuses.get(name)!].map(([status, count]) => `${status}: ${count}`).join(", ");
        return `| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${statuses} |`;
      }),
    ];
  }

  #of<Value>(values: Map<string, Value>, name: string, first: Value): Value {
    const known = values.get(name) ?? first;
    values.set(name, known);
    return known;
  }
}
