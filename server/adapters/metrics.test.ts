import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("writes counters, histograms and gauges in Prometheus' text format", () => {
  const { counter, histogram, text } = createMetrics();
  const asked = counter({ name: "asked_total", help: "Back\\slash\nand line." });
  asked.add({ route: "/a", status: "200" });
  asked.add({ route: "/a", status: "200" });
  asked.add({ route: 'quote " \\ \n', status: "404" });
  const time = histogram({ name: "time_seconds", help: "Time.", bounds: [0.1, 1] });
  for (const seconds of [0.0625, 0.5, 8]) time.observe({ route: "/a" }, seconds);
  const free = { name: "free_bytes", help: "Free.", values: [{ value: 1024 }] };
  expect(text([free])).toBe(`# HELP asked_total Back\\\\slash\\nand line.
# TYPE asked_total counter
asked_total{route="/a",status="200"} 2
asked_total{route="quote \\" \\\\ \\n",status="404"} 1
# HELP time_seconds Time.
# TYPE time_seconds histogram
time_seconds_bucket{route="/a",le="0.1"} 1
time_seconds_bucket{route="/a",le="1"} 2
time_seconds_bucket{route="/a",le="+Inf"} 3
time_seconds_sum{route="/a"} 8.5625
time_seconds_count{route="/a"} 3
# HELP free_bytes Free.
# TYPE free_bytes gauge
free_bytes 1024
`);
});
