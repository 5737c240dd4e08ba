type Labels = Readonly<Record<string, string>>;

/** A group of measured values in Prometheus' text format. */
interface MetricOptions {
  readonly name: string;
  readonly help: string;
}

/** Counts events since the start of the process. */
export interface Counter {
  add(labels: Labels): void;
}

/** Counts durations, in seconds, by how long they were. */
export interface Histogram {
  observe(labels: Labels, seconds: number): void;
}

/** A value that is measured when somebody asks for it. */
export interface Gauge extends MetricOptions {
  readonly values: readonly { readonly labels?: Labels; readonly value: number }[];
}

/** What this process counts. */
export interface Metrics {
  counter(options: MetricOptions): Counter;
  /** `bounds`: the upper ends of its ranges in seconds, ascending. */
  histogram(options: MetricOptions & { readonly bounds: readonly number[] }): Histogram;
  /**
   * All counters and histograms, and `gauges`, in Prometheus' text format 0.0.4
   * (https://prometheus.io/docs/instrumenting/exposition_formats/).
   */
  text(gauges: readonly Gauge[]): string;
}

/** The media type of `Metrics.text`. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(): Metrics {
  const written: (() => string[])[] = [];

  function counter({ name, help }: MetricOptions): Counter {
    const counts = new Map<string, number>();
    written.push(() => [
      ...headLines({ name, help, type: "counter" }),
      ...[...counts].map(([labels, count]) => `${name}${labels} ${count}`),
    ]);
    return { add: (labels) => void increase(counts, labelText(labels), 1) };
  }

  function histogram({ name, help, bounds }: MetricOptions & { bounds: readonly number[] }): Histogram {
    const series = new Map<string, { labels: Labels; ranges: number[]; sum: number; count: number }>();
    written.push(() => [
      ...headLines({ name, help, type: "histogram" }),
      ...[...series.values()].flatMap(({ labels, ranges, sum, count }) => [
        ...bounds.map((bound, index) => `${name}_bucket${labelText({ ...labels, le: `${bound}` })} ${ranges[index]}`),
        `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${count}`,
        `${name}_sum${labelText(labels)} ${sum}`,
        `${name}_count${labelText(labels)} ${count}`,
      ]),
    ]);
    return {
      observe(labels, seconds) {
        const key = labelText(labels);
        const one = series.get(key) ?? { labels, ranges: bounds.map(() => 0), sum: 0, count: 0 };
        series.set(key, one);
        one.sum += seconds;
        one.count += 1;
        // Each range contains the shorter ones.
        for (const [index, bound] of bounds.entries()) if (seconds <= bound) one.ranges[index]! += 1;
      },
    };
  }

  function text(gauges: readonly Gauge[]): string {
    const measured = gauges.flatMap(({ name, help, values }) => [
      ...headLines({ name, help, type: "gauge" }),
      ...values.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
    ]);
    return `${[...written.flatMap((lines) => lines()), ...measured].join("\n")}\n`;
  }

  return { counter, histogram, text };
}

function headLines({ name, help, type }: MetricOptions & { type: string }): string[] {
  return [`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
    return `${name}="${escaped}"`;
  });
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
