import type { Mailer } from "../../adapters/mailer.ts";
import { createMetrics, type Gauge } from "../../adapters/metrics.ts";

/** What this process counts since its start. */
export interface Measures {
  /** A request was answered; `route` is a pattern, never an address. */
  request(answered: { method: string; route: string; status: number; ms: number }): void;
  /** Measures the reading of a page, for which a person or nobody waits. */
  reading<T extends { readonly ok: boolean }>(waits: "person" | "queue", work: Promise<T>): Promise<T>;
  /** The same mailer, whose mails are counted. */
  mails(mailer: Mailer): Mailer;
  /** Everything, with `gauges`, in Prometheus' text format. */
  text(gauges: readonly Gauge[]): string;
}

/** Anything else is one name, so that strangers cannot make up series. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Upper ends of ranges, in seconds. */
const REQUEST_BOUNDS = [0.01, 0.05, 0.25, 1, 5, 20];
const READING_BOUNDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 180];

export function createMeasures(): Measures {
  const { counter, histogram, text } = createMetrics();
  const requests = counter({
    name: "circuitgrade_http_requests_total",
    help: "Answered requests by the route's pattern and status.",
  });
  const times = histogram({
    name: "circuitgrade_http_request_duration_seconds",
    help: "Time until an answer begins, by the route's pattern.",
    bounds: REQUEST_BOUNDS,
  });
  const readings = histogram({
    name: "circuitgrade_reading_duration_seconds",
    help: "Time to read a page, with the wait for a free thread, by who waits for it and the result.",
    bounds: READING_BOUNDS,
  });
  const mails = counter({ name: "circuitgrade_mails_total", help: "Mails by whether the mail server took them." });
  return {
    request({ method: given, route, status, ms }) {
      const method = METHODS.has(given) ? given : "other";
      requests.add({ method, route, status: String(status) });
      times.observe({ method, route }, ms / 1000);
    },
    async reading(waits, work) {
      const start = performance.now();
      let result = "failed";
      try {
        const outcome = await work;
        result = outcome.ok ? "read" : "unreadable";
        return outcome;
      } finally {
        readings.observe({ waits, result }, (performance.now() - start) / 1000);
      }
    },
    mails: (mailer) => ({
      async send(mail) {
        let result = "failed";
        try {
          await mailer.send(mail);
          result = "sent";
        } finally {
          mails.add({ result });
        }
      },
    }),
    text,
  };
}
